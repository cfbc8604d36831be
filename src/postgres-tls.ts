/**
 * The accepted values of `sslmode`, with libpq's meanings. `prefer` and `allow` are left out because they
 * silently fall back to clear text.
 */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Returns what the `sslmode` among the parameters of a PostgreSQL URL must be, or null if it can be used. */
export function sslModeFault(parameters: URLSearchParams): string | null {
  const mode = parameters.get('sslmode');
  return mode === null || SSL_MODES.includes(mode)
    ? null
    : `its sslmode must be ${anyOf(SSL_MODES)}; prefer and allow may connect unencrypted`;
}

/** Joins words for a message: `any, read-write or primary`. */
export function anyOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
}

/**
 * Returns a PostgreSQL URL as the driver reads it. `sslmode` means the same as in libpq, except that
 * `require` also verifies the server's identity, unless `uselibpqcompat=true` turns that off.
 */
export function asDriverReads(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  if (/[?&]sslmode=verify-ca/.test(url)) return `${url}&uselibpqcompat=true`;
  return url.replace(/([?&]sslmode=)require/, '$1verify-full');
}
