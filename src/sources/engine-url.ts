/** A host name or an address, with or without a port. */
const HOST = /^(\[[\da-f:.]+\]|[^:[\]]+)(:\d+)?$/i;

/**
 * Parses the URL of an engine that is accessed over HTTP. The URL may contain a user, a password and a path.
 * @returns undefined for any other text
 */
export function parseEngineUrl(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A `;` or a query string would have to be encoded in the URL, so its presence means that a preceding part
  // is missing.
  return url.search !== '' || url.hash !== '' || /[;,]/.test(text) ? undefined : url;
}

/**
 * Parses the URLs of identical engines, written as one URL with several hosts: `http://a:5000|b:5000/path`.
 * All of these engines share the same user, password and path.
 * @returns one entry for each host; an entry is undefined if `parseEngineUrl` returns undefined
 */
export function parseEngineUrls(text: string): (URL | undefined)[] {
  const [, before, hosts, after] = /^(https?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? [];
  const names = hosts?.split('|') ?? [];
  if (names.length === 0 || !names.every((name) => HOST.test(name))) return [undefined];
  const urls = names.map((name) => parseEngineUrl(`${before}${name}${after}`));
  // Listing the same engine twice is a mistake.
  return new Set(urls.map(String)).size === urls.length ? urls : [undefined];
}
