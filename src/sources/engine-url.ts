/** A name or an address, with or without a port. */
const HOST = /^(\[[\da-f:.]+\]|[^:[\]]+)(:\d+)?$/i;

/**
 * Reads the address of an engine that speaks HTTP. It may have user, password and a path.
 * @returns undefined for anything else
 */
export function parseEngineUrl(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A `;` or a query would have to be encoded. It means that something is missing before it.
  return url.search !== '' || url.hash !== '' || /[;,]/.test(text) ? undefined : url;
}

/**
 * Reads the addresses of identical engines: one URL with several hosts, `http://a:5000|b:5000/path`. All
 * share the same user, password and path.
 * @returns one entry for each host, undefined where `parseEngineUrl` returns it
 */
export function parseEngineUrls(text: string): (URL | undefined)[] {
  const [, before, hosts, after] = /^(https?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(text) ?? [];
  const names = hosts?.split('|') ?? [];
  if (names.length === 0 || !names.every((name) => HOST.test(name))) return [undefined];
  const urls = names.map((name) => parseEngineUrl(`${before}${name}${after}`));
  // The same engine twice is a typing error.
  return new Set(urls.map(String)).size === urls.length ? urls : [undefined];
}
