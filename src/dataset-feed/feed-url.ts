import { createHash } from 'node:crypto';

/** Whether a text is meant as a URL, whether good or not. No path begins like that. */
export function looksLikeUrl(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/**
 * The URL of a manifest, or null for any other text. An `@` in the path is most likely the end of a password
 * with an unescaped `/`, and could not be masked for sure.
 */
export function feedUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.pathname.includes('@') || url.pathname.endsWith('/') || url.hash !== '' ? null : url;
}

/** A short stable name for a URL: it goes into the name of a folder. */
export function urlDigest(url: URL): string {
  return createHash('sha256').update(`${url.origin}${url.pathname}`).digest('hex').slice(0, 16);
}

/** The URL of a file beside the manifest. A signature in the manifest's query also goes to the file. */
export function besideUrl(manifest: URL, file: string): URL {
  const url = new URL(file, manifest);
  url.username = manifest.username;
  url.password = manifest.password;
  url.search = manifest.search;
  return url;
}
