/** The character encodings that spreadsheets use for tables. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251';

interface TableText {
  /** The text without a byte order mark. */
  text: string;
  encoding: Encoding;
  hasMark: boolean;
}

const MARKS: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** This many bytes are enough to recognize UTF-16 without a byte order mark. */
const LOOK_AT = 4096;
/** The character that a decoder outputs for bytes that are not valid UTF-8. */
const BAD = 0xfffd;

/**
 * Decodes a table's text. If the text has a byte order mark, the mark determines the encoding. Otherwise the
 * text is UTF-16 if every other byte suggests so, or UTF-8 if most of the non-ASCII bytes are valid UTF-8.
 * Any other text is in the Cyrillic Windows code page, where є and ї often stand for ө and ү.
 */
export function tableText(bytes: Uint8Array): TableText {
  const marked = MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte));
  const hasMark = marked !== undefined;
  const encoding = marked?.[0] ?? unmarked(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding, hasMark };
}

function unmarked(bytes: Uint8Array): Encoding {
  // The high byte of a UTF-16 character is 0 for a Latin letter and 4 for a Cyrillic letter.
  const [even, odd] = [0, 1].map((parity) => {
    const upper = bytes.subarray(0, LOOK_AT).filter((_, i) => i % 2 === parity);
    return upper.filter((byte) => byte === 0 || byte === 4).length / Math.max(1, upper.length);
  });
  if (odd > 0.8 && even < 0.5) return 'utf-16le';
  if (even > 0.8 && odd < 0.5) return 'utf-16be';
  return isUtf8(bytes) || isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1251';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the text is UTF-8. A single invalid byte means that the text is damaged, but in another code page
 * nearly all non-ASCII bytes are invalid.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let balance = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) balance += code === BAD ? -1 : 1;
  }
  return balance >= 0;
}

/** Code pages that programs mistakenly use to decode UTF-8. */
const MISTAKEN = ['windows-1252', 'windows-1251'] as const;
/** The maximum number of lines to examine. */
const LINES = 200;

/**
 * Returns the code page with which UTF-8 was mistakenly decoded before the text was saved: Хаяг then becomes
 * `Ð¥Ð°Ñ\u008fÐ³` or `РҐР°СЏРі`. Returns null if the text was decoded correctly.
 */
export function misreadAs(text: string): (typeof MISTAKEN)[number] | null {
  const lines = text
    .slice(0, 2 ** 16)
    .split('\n')
    .filter((line) => /[\u0080-\uffff]/.test(line))
    .slice(0, LINES);
  const isMisread = (page: (typeof MISTAKEN)[number]): boolean => {
    const bytes = bytesOf(page);
    return lines.filter((line) => isCyrillicBehind(line, bytes)).length > lines.length / 2;
  };
  return lines.length === 0 ? null : (MISTAKEN.find(isMisread) ?? null);
}

/** Maps each character of a code page to its byte. */
function bytesOf(page: string): ReadonlyMap<string, number> {
  const characters = [...new TextDecoder(page).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return new Map(characters.map((character, byte) => [character, byte]));
}

/** Whether the line, encoded in the code page, is Cyrillic text in UTF-8. */
function isCyrillicBehind(line: string, bytes: ReadonlyMap<string, number>): boolean {
  const written = [...line.replace(/^\ufeff/, '')].map((character) => bytes.get(character));
  if (written.includes(undefined)) return false;
  try {
    return /\p{Script=Cyrillic}{2}/u.test(
      new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(written as number[])),
    );
  } catch {
    return false;
  }
}
