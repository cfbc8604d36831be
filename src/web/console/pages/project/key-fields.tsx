import { useState } from 'preact/hooks';
import type { Key, KeySettings, Project } from '../../../../console/api/project-data.js';
import { Field, LinesField, numberOf, SelectField, textOf } from '../../parts/form.js';
import { session } from '../../state/session.js';
import { date, number } from '../../text/format.js';
import { t } from '../../text/texts.js';

const DAY_MS = 24 * 3600_000;
const EXPIRY_DAYS = { d30: 30, d90: 90, d365: 365 } as const;

/** A key's optional fields: expiry, limits, origins and addresses. */
export function KeySettingFields({ project, apiKey }: { project: Project; apiKey?: Key }) {
  const texts = t().keys;
  const limits = session.value?.limits;
  const ceiling = project.rate_limit ?? limits?.rate_limit_max ?? 1_000_000;
  const normal = Math.min(limits?.default_rate_limit ?? 100, ceiling);
  return (
    <>
      <ExpiryField expires_at={apiKey?.expires_at ?? null} />
      <Field
        name="rate_limit"
        type="number"
        label={texts.rateLimit}
        hint={
          texts.rateLimitHint(number(normal)) +
          (project.rate_limit === null ? '' : ` ${texts.rateLimitCeiling(number(project.rate_limit))}`)
        }
        optional
        short
        min={1}
        max={ceiling}
        placeholder={number(normal)}
        value={apiKey?.rate_limit?.toString() ?? ''}
      />
      <QuotaFields
        monthly_quota={apiKey?.monthly_quota ?? null}
        quota_refuses={apiKey?.quota_refuses ?? false}
      />
      <LinesField
        name="allowed_origins"
        label={texts.origins}
        hint={
          <>
            {texts.originsHint} <strong>{texts.originsWarn}</strong>
          </>
        }
        placeholder="https://example.mn"
        value={apiKey?.allowed_origins.join('\n') ?? ''}
      />
      <LinesField
        name="allowed_addresses"
        label={texts.addresses}
        hint={texts.addressesHint}
        placeholder="192.0.2.0/24"
        value={apiKey?.allowed_addresses.join('\n') ?? ''}
      />
    </>
  );
}

export function QuotaFields({
  monthly_quota,
  quota_refuses,
}: Pick<KeySettings, 'monthly_quota' | 'quota_refuses'>) {
  const texts = t().keys;
  return (
    <div class="field">
      <Field
        name="monthly_quota"
        type="number"
        label={texts.quota}
        hint={texts.quotaHint}
        optional
        short
        min={1}
        max={session.value?.limits.monthly_quota_max ?? 1_000_000_000}
        value={monthly_quota?.toString() ?? ''}
      />
      <label class="check">
        <input type="checkbox" name="quota_refuses" defaultChecked={quota_refuses} />
        <span>{texts.quotaRefuses}</span>
      </label>
    </div>
  );
}

type Expiry = 'never' | keyof typeof EXPIRY_DAYS | 'date' | 'keep';

function ExpiryField({ expires_at }: { expires_at: string | null }) {
  const texts = t().keys;
  const [chosen, setChosen] = useState<Expiry>(expires_at === null ? 'never' : 'keep');
  const choices: Expiry[] = [
    ...(expires_at === null ? [] : (['keep'] as const)),
    'never',
    'd30',
    'd90',
    'd365',
    'date',
  ];
  const textOfChoice = (choice: Expiry): string =>
    choice === 'keep' ? texts.expiries.keep(date(expires_at!)) : texts.expiries[choice];
  return (
    <>
      <SelectField
        name="expiry"
        label={texts.expiry}
        value={chosen}
        choices={choices.map((value) => ({ value, text: textOfChoice(value) }))}
        onChoose={(value) => setChosen(value as Expiry)}
      />
      {chosen === 'date' && (
        <Field
          name="expires_at"
          type="date"
          label={texts.expiryDate}
          min={date(new Date())}
          max="2099-12-31"
          short
          value={date(new Date(Date.now() + 30 * DAY_MS))}
        />
      )}
    </>
  );
}

/** Returns the fields' values. A date is valid until the end of its day, in the browser's time zone. */
export function keySettingsOf(data: FormData, before?: Key): Omit<KeySettings, 'name'> {
  const lines = (name: string): string[] =>
    textOf(data, name)
      .split(/[\s,]+/)
      .filter((line) => line !== '');
  return {
    rate_limit: numberOf(data, 'rate_limit'),
    expires_at: expiryOf(data, before),
    monthly_quota: numberOf(data, 'monthly_quota'),
    quota_refuses: data.get('quota_refuses') !== null,
    allowed_origins: lines('allowed_origins'),
    allowed_addresses: lines('allowed_addresses'),
  };
}

function expiryOf(data: FormData, before: Key | undefined): string | null {
  const chosen = textOf(data, 'expiry') as Expiry;
  switch (chosen) {
    case 'never':
      return null;
    case 'keep':
      return before?.expires_at ?? null;
    case 'date':
      return new Date(`${textOf(data, 'expires_at')}T23:59:59`).toISOString();
    default:
      return new Date(Date.now() + EXPIRY_DAYS[chosen] * DAY_MS).toISOString();
  }
}
