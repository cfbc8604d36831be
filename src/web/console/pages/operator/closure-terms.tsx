import type { ClosureTerms } from '../../../../console/api/closure-data.js';
import { Field, numberOf, SelectField, textOf } from '../../parts/form.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';

/** The speed factors offered here. The command line accepts other factors too. */
const FACTORS = [0.75, 0.5, 0.25];

/** Fields for mode, factor, start, end and reason. */
export function TermsFields({ terms }: { terms?: ClosureTerms }) {
  const texts = t().closures;
  const factor = terms?.speed_factor ?? null;
  const factors = factor === null || FACTORS.includes(factor) ? FACTORS : [factor, ...FACTORS];
  return (
    <>
      <SelectField
        name="mode"
        label={texts.mode}
        value={terms?.mode ?? ''}
        choices={[
          { value: '', text: texts.everybody },
          { value: 'driving', text: texts.driving },
          { value: 'walking', text: texts.walking },
        ]}
      />
      <SelectField
        name="speed_factor"
        label={texts.effect}
        value={factor === null ? '' : String(factor)}
        choices={[
          { value: '', text: texts.closed },
          ...factors.map((one) => ({ value: String(one), text: texts.slower(number(100 * one)) })),
        ]}
      />
      <Field
        name="from"
        label={texts.from}
        hint={texts.fromHint}
        type="datetime-local"
        value={localOf(terms?.from ?? null)}
        optional
      />
      <Field
        name="until"
        label={texts.until}
        hint={texts.untilHint}
        type="datetime-local"
        value={localOf(terms?.until ?? null)}
        optional
      />
      <Field name="reason" label={texts.reason} value={terms?.reason ?? ''} maxLength={500} optional />
    </>
  );
}

export function termsOf(data: FormData): ClosureTerms {
  const mode = textOf(data, 'mode');
  return {
    mode: mode === 'driving' || mode === 'walking' ? mode : null,
    speed_factor: numberOf(data, 'speed_factor'),
    reason: textOf(data, 'reason'),
    from: isoOf(textOf(data, 'from')),
    until: isoOf(textOf(data, 'until')),
  };
}

export function effectText({ mode, speed_factor }: ClosureTerms): string {
  const texts = t().closures;
  const what = speed_factor === null ? texts.closed : texts.slower(number(100 * speed_factor));
  return mode === null ? what : `${what} · ${texts[mode]}`;
}

/** Formats a time for a browser's input field: local time without seconds. */
function localOf(time: string | null): string {
  if (time === null) return '';
  const moment = new Date(time);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isoOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
