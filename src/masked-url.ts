/** Query parameters whose values never hold a secret and may be shown. */
const SHOWN =
  /^(prefix|wait_ms|primary|sslmode|host|port|application_name|connect_timeout|target_session_attrs)=/;

/**
 * Masks the user, password and query values of a URL for messages, logs and pages. The function also accepts
 * text that should be a URL but cannot be parsed.
 *
 * People forget to encode a `/` or an `@` in a password. The function therefore masks everything that may
 * belong to the password, up to the last `@`. It may mask more than the password, but never less.
 */
export function maskUrl(text: URL | string): string {
  const [, address, query] = /^([^?]*)(\?.*)?$/s.exec(
    String(text).replace(/^(\s*[a-z][a-z0-9+.-]*:\/*)?.*@/is, (_, scheme = '') => `${scheme}***@`),
  )!;
  return (
    address + (query ?? '').replace(/([?&])([^&]*)/g, (_, mark: string, part: string) => mark + masked(part))
  );
}

function masked(part: string): string {
  if (part === '' || SHOWN.test(part)) return part;
  const [, name = ''] = /^([^=]*=)/.exec(part) ?? [];
  return `${name}***`;
}

/**
 * Splits a URL into a URL without the user and password, and a header that carries the user and password
 * instead.
 */
export function splitCredentials(url: URL): { bare: URL; headers: Record<string, string> } {
  const { username, password } = url;
  if (username === '' && password === '') return { bare: url, headers: {} };
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  const pair = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { bare, headers: { authorization: `Basic ${pair}` } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
