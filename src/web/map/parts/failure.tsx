import type { Asked } from '../ask/ask.js';
import { t } from '../text/texts.js';
import { Notice } from './notice.js';

/** Explains why a request failed; shows nothing if it did not. */
export function Failure({ asked }: { asked: Asked<unknown> }) {
  const text = failureText(asked);
  return text === null ? null : (
    <Notice kind={asked.status >= 500 || asked.status === 0 ? 'bad' : 'warn'}>{text}</Notice>
  );
}

function failureText({ status, failure, answer }: Asked<unknown>): string | null {
  if (answer !== null) return null;
  const texts = t();
  if (status === 0 || failure === null) return texts.noAnswer;
  const reason = failure.details?.['reason'];
  if (reason === 'no_part') return texts.offline.noPart;
  if (reason === 'monthly_quota') return texts.failures[reason];
  if (reason === 'no_path') return texts.route.noPath;
  if (reason === 'too_far')
    return texts.route.tooFar(String(Number(failure.details?.['max_distance_meters']) / 1000));
  if (typeof reason === 'string' && reason.endsWith('_not_on_network')) return texts.route.notOnNetwork;
  return texts.failures[failure.code] ?? failure.message;
}
