/** Query parameters that may be shown: their values never hold a secret. */
const SHOWN = /^(prefix|wait_ms|primary|sslmode|host|port|application_name|connect_timeout)=/;

/**
 * A URL for messages, logs and pages: without user, password and the values of its query. It also takes text
 * that is not a URL, but stands in its place.
 *
 * People forget to encode a `/` or an `@` in a password. So everything that may belong to it is masked, up to
 * the last `@`. That may be more than the password, but never less.
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

/** A URL without user and password, and the header that replaces them. */
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
