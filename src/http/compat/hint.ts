import { OperatingError } from '../../errors.js';

/**
 * Asks a source with a wish that clients send as a matter of course, such as a place to prefer. A source that
 * refuses the wish is asked without it.
 * @param field that the refusal names
 */
export function askWithHint<T>(field: string, ask: (isHinted: boolean) => T | Promise<T>): T | Promise<T> {
  const again = (cause: unknown): T | Promise<T> => {
    const details = OperatingError.is(cause) ? cause.details : undefined;
    if (details?.['reason'] !== 'not_supported' || details['field'] !== field) throw cause;
    return ask(false);
  };
  // An answer that is ready is sent at once: it may be lent until the source is asked again.
  try {
    const found = ask(true);
    return found instanceof Promise ? found.catch(again) : found;
  } catch (cause) {
    return again(cause);
  }
}
