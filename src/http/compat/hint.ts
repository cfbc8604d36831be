import { OperatingError } from '../../errors.js';

/**
 * Sends a request to a source with a hint that clients add by default, such as a preferred location. If the
 * source refuses the hint, the request is repeated without it.
 * @param field the field that the source names when it refuses the hint
 */
export function askWithHint<T>(field: string, ask: (isHinted: boolean) => T | Promise<T>): T | Promise<T> {
  const again = (cause: unknown): T | Promise<T> => {
    const details = OperatingError.is(cause) ? cause.details : undefined;
    if (details?.['reason'] !== 'not_supported' || details['field'] !== field) throw cause;
    return ask(false);
  };
  // A synchronous result must be sent immediately, because the source may reuse its memory for the next
  // request.
  try {
    const found = ask(true);
    return found instanceof Promise ? found.catch(again) : found;
  } catch (cause) {
    return again(cause);
  }
}
