import { OperatingError } from '../../errors.js';

/**
 * Asks a source with a hint that clients send by habit, such as a place to prefer. If the source refuses the
 * hint, asks again without it.
 * @param field the field that the refusal names
 */
export function askWithHint<T>(field: string, ask: (isHinted: boolean) => T | Promise<T>): T | Promise<T> {
  const again = (cause: unknown): T | Promise<T> => {
    const details = OperatingError.is(cause) ? cause.details : undefined;
    if (details?.['reason'] !== 'not_supported' || details['field'] !== field) throw cause;
    return ask(false);
  };
  // A synchronous answer is sent at once: it may be lent until the source is asked again.
  try {
    const found = ask(true);
    return found instanceof Promise ? found.catch(again) : found;
  } catch (cause) {
    return again(cause);
  }
}
