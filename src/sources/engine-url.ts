/**
 * Reads the address of an engine that is asked over HTTP. It may have user, password and a path.
 * @returns undefined for anything else
 */
export function parseEngineUrl(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A `;` or a query would have to be encoded, and means that something is missing before it.
  return url.search !== '' || url.hash !== '' || /[;,]/.test(text) ? undefined : url;
}
