import { createHash } from 'node:crypto';

/**
 * Whether a string is meant to be a URL, whether it is well-formed or not. No file path starts like a URL.
 */
export function looksLikeUrl(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/**
 * Returns a manifest's URL, or null for any other string. An `@` in the path is most likely the end of a
 * password with an unescaped `/`, which could not be masked reliably.
 */
export function feedUrl(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.pathname.includes('@') || url.pathname.endsWith('/') || url.hash !== '' ? null : url;
}

/** Returns a short, stable name for a URL, for use in a folder's name. */
export function urlDigest(url: URL): string {
  return createHash('sha256').update(`${url.origin}${url.pathname}`).digest('hex').slice(0, 16);
}

/**
 * Returns the URL of a file in the same folder as the manifest. If the manifest's URL has a signature in its
 * query, the signature is added to the file's URL too.
 */
export function besideUrl(manifest: URL, file: string): URL {
  const url = new URL(file, manifest);
  url.username = manifest.username;
  url.password = manifest.password;
  url.search = manifest.search;
  return url;
}
