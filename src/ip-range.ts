/**
 * IP addresses and ranges in CIDR notation (RFC 4632, RFC 4291). An IPv4-mapped IPv6 address
 * (`::ffff:192.0.2.1`, as a dual-stack socket reports it) counts as an IPv4 address.
 */

/**
 * An address as 128 bits, most significant word first. An IPv4 address is stored in the last word, after
 * `::ffff`.
 */
export interface IpAddress {
  readonly isV4: boolean;
  readonly words: readonly [w0: number, w1: number, w2: number, w3: number];
}

export interface IpRange {
  /** The usual notation: `192.0.2.0/24`, `2001:db8::/32`. A single address has no prefix length. */
  readonly text: string;
  readonly first: IpAddress;
  /** The bit mask for each word: only these bits are compared. */
  readonly masks: readonly [w0: number, w1: number, w2: number, w3: number];
}

const V4_BITS = 32;
const V6_BITS = 128;
const WORD_BITS = 32;
const MAPPED = 0xffff;
const GROUPS = 8;

/** Parses an IP address and ignores any zone (`fe80::1%eth0`). Returns null if the text is not an address. */
export function parseIpAddress(text: string): IpAddress | null {
  if (!text.includes(':')) return v4Address(parseV4(text));
  const zone = text.indexOf('%');
  const groups = parseGroups(zone < 0 ? text : text.slice(0, zone));
  if (groups === null) return null;
  const word = (i: number): number => ((groups[i] << 16) | groups[i + 1]) >>> 0;
  const words = [word(0), word(2), word(4), word(6)] as const;
  return { isV4: words[0] === 0 && words[1] === 0 && words[2] === MAPPED, words };
}

/**
 * Parses a range: an address, optionally with a prefix length.
 * @returns `bad_format` if the text is neither an address nor a range; `host_bits` if bits after the prefix
 * are set
 */
export function parseIpRange(text: string): IpRange | 'bad_format' | 'host_bits' {
  const slash = text.indexOf('/');
  const first = parseIpAddress(slash < 0 ? text : text.slice(0, slash));
  if (first === null || text.includes('%')) return 'bad_format';
  const isMapped = first.isV4 && text.includes(':');
  const bits = first.isV4 && !isMapped ? V4_BITS : V6_BITS;
  const prefix = slash < 0 ? bits : readPrefix(text.slice(slash + 1), bits);
  if (prefix === null) return 'bad_format';
  const counted = prefix + V6_BITS - bits;
  // A mapped address with a shorter prefix would cover both IPv4 and IPv6.
  if (isMapped && counted < V6_BITS - V4_BITS) return 'bad_format';
  const mask = (i: number): number => {
    const own = Math.min(Math.max(counted - i * WORD_BITS, 0), WORD_BITS);
    return own === 0 ? 0 : (-1 << (WORD_BITS - own)) >>> 0;
  };
  const masks = [mask(0), mask(1), mask(2), mask(3)] as const;
  if (first.words.some((word, i) => (word & ~masks[i]) !== 0)) return 'host_bits';
  return { text: rangeText(first, counted), first, masks };
}

export function isInRange({ first, masks }: IpRange, { isV4, words }: IpAddress): boolean {
  if (first.isV4 !== isV4) return false;
  for (let i = words.length - 1; i >= 0; i--)
    if ((words[i] & masks[i]) >>> 0 !== first.words[i]) return false;
  return true;
}

/**
 * Returns the block that belongs to one client: a single IPv4 address, or the /64 that an IPv6 network
 * assigns to each client.
 */
export function clientBlock({ isV4, words }: IpAddress): string {
  return isV4 ? v4Text(words[3]) : `${words[0].toString(16)}:${words[1].toString(16)}`;
}

function v4Address(word: number): IpAddress | null {
  return word < 0 ? null : { isV4: true, words: [0, 0, MAPPED, word] };
}

/** Parses four numbers from 0 to 255 without leading zeros. Returns -1 for any other text. */
function parseV4(text: string): number {
  let [word, part, digits, parts] = [0, 0, 0, 1];
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit >= 0 && digit <= 9) {
      if (digits > 0 && part === 0) return -1;
      part = part * 10 + digit;
      if (++digits > 3 || part > 255) return -1;
    } else if (text[i] === '.' && digits > 0 && parts < 4) {
      word = word * 256 + part;
      [part, digits] = [0, 0];
      parts++;
    } else {
      return -1;
    }
  }
  return parts === 4 && digits > 0 ? word * 256 + part : -1;
}

const GROUP = /^[0-9a-f]{1,4}$/i;

/** Parses the eight groups of an IPv6 address. */
function parseGroups(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const parts = halves.map((half, i) => readGroups(half, i === halves.length - 1));
  const [head, tail] = [parts[0], parts.length > 1 ? parts[1] : []];
  if (head === null || tail === null) return null;
  const missing = GROUPS - head.length - tail.length;
  // `::` stands for at least one group.
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** @param isEnd whether the last two groups may be written as an IPv4 address */
function readGroups(text: string, isEnd: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    if (GROUP.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const word = isEnd && i === parts.length - 1 ? parseV4(part) : -1;
    if (word < 0) return null;
    groups.push(word >>> 16, word & 0xffff);
  }
  return groups;
}

function readPrefix(text: string, most: number): number | null {
  const bits = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return bits <= most ? bits : null;
}

function rangeText(first: IpAddress, counted: number): string {
  const bits = first.isV4 ? counted - (V6_BITS - V4_BITS) : counted;
  const address = first.isV4 ? v4Text(first.words[3]) : v6Text(first);
  return bits === (first.isV4 ? V4_BITS : V6_BITS) ? address : `${address}/${bits}`;
}

function v4Text(word: number): string {
  return [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff).join('.');
}

/** Formats the address according to RFC 5952, as in URLs. */
function v6Text({ words }: IpAddress): string {
  const groups = words.flatMap((word) => [word >>> 16, word & 0xffff]).map((group) => group.toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
