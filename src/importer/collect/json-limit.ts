import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './import-limits.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** With bit 5 set, `[` and `{` are one byte, and so are `]` and `}`. */
const OPENS = 0x7b;
const CLOSES = 0x7d;

/**
 * Counts values and depth before JSON.parse makes objects of them: a few bytes of text can become ten times
 * as much memory, and running out of memory ends the process without a word.
 * @throws Error that says which limit was passed.
 */
export function checkJsonSize(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfText(bytes, i + 1);
    else if (byte === COMMA) values++;
    else if ((byte | 0x20) === OPENS) {
      depth++;
      values++;
      if (depth > MAX_JSON_DEPTH) throw new Error(`it is nested deeper than ${MAX_JSON_DEPTH} levels`);
    } else if ((byte | 0x20) === CLOSES) depth--;
    if (values > MAX_JSON_VALUES) throw new Error(`it has more than ${MAX_JSON_VALUES} values`);
  }
}

function endOfText(bytes: Uint8Array, start: number): number {
  for (let i = start; i < bytes.length; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE) return i;
  }
  return bytes.length;
}
