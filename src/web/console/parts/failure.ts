import type { ConflictReason, FieldReason } from '../../../console/api/failure.js';
import type { RequestFailed } from '../api/ask.js';
import { t } from '../text/texts.js';

/** An error that pages detect themselves: no box in a group of checkboxes is checked. */
export const NOTHING_CHOSEN = 'nothing_chosen';

/** Describes an error in the page's language: what happened and what to do. */
export function failureText({ code, details }: RequestFailed): string {
  const texts = t();
  if (code === 'no_connection') return texts.noConnection;
  if (code === 'conflict' && details.reason !== undefined)
    return texts.conflicts[details.reason as ConflictReason] ?? texts.failures.conflict;
  if (code === 'invalid_request' && details.reason !== undefined && details.field === undefined)
    return texts.fieldFailures[details.reason as FieldReason] ?? texts.failures.invalid_request;
  if (code === 'too_many_attempts' && details.retry_after_s !== undefined)
    return `${texts.failures[code]} ${texts.retryAfter(details.retry_after_s)}`;
  if (code === 'internal' && details.requestId !== undefined)
    return `${texts.failures[code]} ${texts.requestId(details.requestId)}`;
  return texts.failures[code];
}

/**
 * Describes the error that the server reported for a field, and explains the correct format if it is not
 * obvious.
 */
export function fieldFailureText(field: string, reason: string | undefined, value?: string): string {
  const texts = t();
  if (reason === NOTHING_CHOSEN) return texts.fieldChecks.choose;
  const formats: Readonly<Record<string, string>> = texts.fieldFormats;
  if (reason === 'bad_format' && Object.hasOwn(formats, field))
    return value === undefined ? formats[field] : `«${value}»: ${formats[field]}`;
  return texts.fieldFailures[reason as FieldReason] ?? texts.failures.invalid_request;
}
