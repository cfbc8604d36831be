import { KeyFieldError } from './key-field-error.js';

/** The maximum number of origins per key. */
export const ORIGINS_MAX = 50;

/** A host has at most 253 characters. */
const ORIGIN_MAX_LENGTH = 300;

/**
 * An origin as browsers send it (RFC 6454): a scheme, a host, and the port if it is not the default. The host
 * may begin with `*.` to match all its subdomains. Schemes of apps that show web pages (`capacitor:`) are
 * also origins.
 */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(\*\.)?([^/?#@*\s]+)\/?$/i;
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{1,5})?$/i;

/** Returns origins in the form that browsers send, without duplicates. @throws KeyFieldError */
export function checkedOrigins(origins: readonly string[]): string[] {
  const known = new Set(origins.map(checkedOrigin));
  if (known.size > ORIGINS_MAX)
    throw new KeyFieldError(
      'allowed_origins',
      'too_many',
      `a key can have at most ${ORIGINS_MAX} web origins`,
    );
  return [...known];
}

function checkedOrigin(text: string): string {
  const match = text.length <= ORIGIN_MAX_LENGTH ? ORIGIN.exec(text.trim()) : null;
  const origin = match === null ? null : originOf(match[1].toLowerCase(), match[2] ?? '', match[3]);
  if (origin !== null) return origin;
  throw new KeyFieldError(
    'allowed_origins',
    'bad_format',
    `${JSON.stringify(text.slice(0, ORIGIN_MAX_LENGTH))} is not a web origin; ` +
      'write it like https://example.mn, https://*.example.mn or http://localhost:3000',
    text.slice(0, ORIGIN_MAX_LENGTH),
  );
}

/** Converts a Cyrillic host to the form that browsers send (`xn--…`). */
function originOf(scheme: string, wildcard: string, host: string): string | null {
  if (scheme !== 'http' && scheme !== 'https')
    return PLAIN_HOST.test(host) && scheme !== 'file' ? `${scheme}://${wildcard}${host.toLowerCase()}` : null;
  let url: URL;
  try {
    url = new URL(`${scheme}://${host}`);
  } catch {
    return null;
  }
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname);
  // A wildcard before an address, or before a top-level domain, is a mistake.
  if (wildcard !== '' && (isAddress || !url.hostname.includes('.'))) return null;
  return `${scheme}://${wildcard}${url.host}`;
}

const SUBDOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** A key's origins, prepared for comparison with a request's origin. */
export class OriginSet {
  readonly #exact = new Set<string>();
  /** The beginning (`https://`) and end (`.example.mn`) of each origin with a wildcard. */
  readonly #below: { start: string; end: string }[] = [];

  /** @param origins as returned by `checkedOrigins` */
  constructor(origins: readonly string[]) {
    for (const origin of origins) {
      const star = origin.indexOf('*');
      if (star < 0) this.#exact.add(origin);
      else this.#below.push({ start: origin.slice(0, star), end: origin.slice(star + 1) });
    }
  }

  /** @param origin as browsers send it */
  has(origin: string): boolean {
    if (this.#exact.has(origin)) return true;
    for (const { start, end } of this.#below)
      if (
        origin.startsWith(start) &&
        origin.endsWith(end) &&
        // Only hosts match: a string that contains a slash is not an origin, whatever it ends with.
        SUBDOMAIN.test(origin.slice(start.length, -end.length))
      )
        return true;
    return false;
  }
}
