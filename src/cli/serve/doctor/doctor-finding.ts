/** What `gazarch doctor` says of one thing: a line for people, an object in JSON. */
export interface Finding {
  /** What was looked at, in one word. */
  check: string;
  /** `warning`: it works, and deserves a look. `failure`: the service does not start, or answers less. */
  status: 'ok' | 'warning' | 'failure';
  /** What was found. */
  found: string;
  /** What to do; absent when nothing is. */
  remedy?: string;
}

export const ok = (check: string, found: string): Finding => ({ check, status: 'ok', found });

export const warning = (check: string, found: string, remedy: string): Finding => ({
  ...{ check, status: 'warning', found, remedy },
});

export const failure = (check: string, found: string, remedy: string): Finding => ({
  ...{ check, status: 'failure', found, remedy },
});

/** Of an error whose message says what to do: `what is wrong; what to do`. */
export function failureOf(check: string, error: unknown, remedy: string): Finding {
  const { message } = error as Error;
  const at = message.indexOf('; ');
  return at < 0
    ? failure(check, message, remedy)
    : failure(check, message.slice(0, at), message.slice(at + 2));
}

/** Bytes as people read them. */
export function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
