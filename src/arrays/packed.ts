import type { Steps } from './steps.js';

/**
 * Whole numbers of up to 32 bits, stored with as few bits as they need but still quick to read. Neighboring
 * numbers are usually similar, so a block of BLOCK numbers is stored as its minimum and the differences from
 * it.
 *
 * `words` holds all the data. It starts with the count. Two words for each block follow: the block's minimum,
 * and the index in `words` where its differences begin; the last block is followed by 0 and the end index.
 * The differences follow. BLOCK differences of `n` bits occupy `n` words, so `n` follows from the number of
 * words. They are packed from a word's lowest bit upward, and may continue in the next word.
 *
 * This is a plain object, so that it can be sent to other threads.
 */
export interface Packed {
  words: Uint32Array;
}

const BLOCK_SHIFT = 5;
export const BLOCK = 1 << BLOCK_SHIFT;
/** The index of the first block's words, which follow the count. */
const BLOCKS_AT = 1;

/** Packs numbers. The numbers of an Int32Array may be negative; see `signedAt`. */
export function pack(values: Uint32Array | Int32Array): Packed {
  const blocks = Math.ceil(values.length / BLOCK);
  const [least, width] = measure(values, blocks);
  const first = BLOCKS_AT + 2 * blocks + 2;
  const words = new Uint32Array(width.reduce((sum, own) => sum + own, first));
  words[0] = values.length;
  let next = first;
  for (let block = 0; block < blocks; block++) {
    const [from, own] = [least[block], width[block]];
    words[BLOCKS_AT + 2 * block] = from;
    words[BLOCKS_AT + 2 * block + 1] = next;
    const end = Math.min(values.length, (block + 1) << BLOCK_SHIFT);
    let [at, word, shift] = [next, 0, 0];
    for (let i = block << BLOCK_SHIFT; own > 0 && i < end; i++) {
      const difference = (values[i] - from) >>> 0;
      word |= difference << shift;
      shift += own;
      if (shift < 32) continue;
      words[at++] = word;
      shift -= 32;
      word = shift === 0 ? 0 : difference >>> (own - shift);
    }
    if (shift > 0) words[at] = word;
    next += own;
  }
  words[BLOCKS_AT + 2 * blocks + 1] = next;
  return { words };
}

/** Packing this many numbers takes less than a millisecond. */
const NUMBERS_OF_STEP = 2_048 * BLOCK;

/** Packs numbers in steps. */
export function* packInSteps(values: Uint32Array | Int32Array): Steps<Packed> {
  const pieces: Piece[] = [];
  for (let from = 0; from < values.length; from += NUMBERS_OF_STEP) {
    const some = values.subarray(from, from + NUMBERS_OF_STEP);
    pieces.push({ of: pack(some), from: 0, to: Math.ceil(some.length / BLOCK) });
    yield;
  }
  return joined(pieces, values.length);
}

/** Numbers that replace others in a packed array. */
export interface Replaced {
  at: number;
  values: Uint32Array;
}

/**
 * Packs the same numbers again with some of them replaced and `more` appended. Unchanged blocks are copied,
 * so this is about ten times as fast as `pack`.
 */
export function packedWith(old: Packed, replaced: Iterable<Replaced>, more: Uint32Array): Packed {
  const count = packedCount(old);
  /**
   * The number of blocks that are either copied or packed individually. All later blocks are packed again.
   */
  const kept = count >>> BLOCK_SHIFT;
  const tail = new Uint32Array(count - (kept << BLOCK_SHIFT) + more.length);
  readNumbers(old, kept << BLOCK_SHIFT, count, tail);
  tail.set(more, count - (kept << BLOCK_SHIFT));
  const other = new Map<number, Uint32Array>();
  for (const { at, values } of replaced) {
    for (let i = 0; i < values.length; i++) {
      const block = (at + i) >>> BLOCK_SHIFT;
      let numbers = block < kept ? other.get(block) : tail;
      if (numbers === undefined) {
        numbers = unpacked(old, block << BLOCK_SHIFT, (block + 1) << BLOCK_SHIFT);
        other.set(block, numbers);
      }
      numbers[at + i - (Math.min(block, kept) << BLOCK_SHIFT)] = values[i];
    }
  }
  const pieces: Piece[] = [];
  let copied = 0;
  for (const block of [...other.keys()].sort((a, b) => a - b)) {
    pieces.push({ of: old, from: copied, to: block });
    pieces.push({ of: pack(other.get(block)!), from: 0, to: 1 });
    copied = block + 1;
  }
  pieces.push({ of: old, from: copied, to: kept });
  pieces.push({ of: pack(tail), from: 0, to: Math.ceil(tail.length / BLOCK) });
  return joined(pieces, (kept << BLOCK_SHIFT) + tail.length);
}

/** A range of packed blocks. */
interface Piece {
  of: Packed;
  from: number;
  to: number;
}

/** Concatenates the pieces into a packed array of `count` numbers. */
function joined(pieces: readonly Piece[], count: number): Packed {
  const places = pieces.map(({ of, from, to }) => {
    const [begin, end] = [from, to].map((block) => of.words[BLOCKS_AT + 2 * block + 1]);
    return { begin, bits: of.words.subarray(begin, end) };
  });
  const blocks = pieces.reduce((sum, { from, to }) => sum + to - from, 0);
  const first = BLOCKS_AT + 2 * blocks + 2;
  const words = new Uint32Array(places.reduce((sum, { bits }) => sum + bits.length, first));
  words[0] = count;
  let [at, next] = [BLOCKS_AT, first];
  for (const [i, { of, from, to }] of pieces.entries()) {
    const { begin, bits } = places[i];
    for (let block = from; block < to; block++, at += 2) {
      words[at] = of.words[BLOCKS_AT + 2 * block];
      words[at + 1] = of.words[BLOCKS_AT + 2 * block + 1] - begin + next;
    }
    words.set(bits, next);
    next += bits.length;
  }
  words[at + 1] = next;
  return { words };
}

/** Returns each block's minimum and the number of bits needed for its largest difference. */
function measure(values: Uint32Array | Int32Array, blocks: number): [Float64Array, Uint8Array] {
  const leasts = new Float64Array(blocks);
  const widths = new Uint8Array(blocks);
  for (let block = 0; block < blocks; block++) {
    const begin = block << BLOCK_SHIFT;
    const end = Math.min(values.length, begin + BLOCK);
    let least = values[begin];
    let most = least;
    for (let i = begin + 1; i < end; i++) {
      const value = values[i];
      if (value < least) least = value;
      else if (value > most) most = value;
    }
    leasts[block] = least;
    widths[block] = 32 - Math.clz32(most - least);
  }
  return [leasts, widths];
}

/** Returns the number of packed numbers. */
export function packedCount({ words }: Packed): number {
  return words[0];
}

/**
 * Returns the number at an index below the count. A negative Int32 is returned with 2 ** 32 added; see
 * `signedAt`.
 */
export function numberAt({ words }: Packed, i: number): number {
  const block = BLOCKS_AT + 2 * (i >>> BLOCK_SHIFT);
  const first = words[block + 1];
  const width = words[block + 3] - first;
  if (width === 0) return words[block];
  const bit = (i & (BLOCK - 1)) * width;
  const word = first + (bit >>> 5);
  const shift = bit & 31;
  let difference = words[word] >>> shift;
  if (shift + width > 32) difference |= words[word + 1] << (32 - shift);
  return (words[block] + (difference & (-1 >>> (32 - width)))) >>> 0;
}

/** Returns the number at an index, for numbers packed from an Int32Array. */
export function signedAt(packed: Packed, i: number): number {
  return numberAt(packed, i) | 0;
}

/**
 * Returns the minimum of the numbers in the block that contains an index, and an upper bound on them, without
 * reading the numbers themselves. Use this only for numbers packed from an Int32Array.
 */
export function signedBounds({ words }: Packed, i: number): { least: number; most: number } {
  const block = BLOCKS_AT + 2 * (i >>> BLOCK_SHIFT);
  const least = words[block] | 0;
  const width = words[block + 3] - words[block + 1];
  return { least, most: width === 0 ? least : least + (-1 >>> (32 - width)) };
}

/**
 * Writes the numbers from index `from` up to (not including) `to` into `out`: the first one at index `at`,
 * and each following one `step` entries later.
 */
export function readNumbers(
  { words }: Packed,
  from: number,
  to: number,
  out: Uint32Array | Int32Array,
  at = 0,
  step = 1,
): void {
  let next = at;
  for (let i = from; i < to;) {
    const block = BLOCKS_AT + 2 * (i >>> BLOCK_SHIFT);
    const least = words[block];
    const first = words[block + 1];
    const width = words[block + 3] - first;
    // In a block without differences, the word read here may be past the end, but the mask drops all its
    // bits.
    const mask = width === 0 ? 0 : -1 >>> (32 - width);
    const end = Math.min(to, (i | (BLOCK - 1)) + 1);
    for (let bit = (i & (BLOCK - 1)) * width; i < end; i++, bit += width, next += step) {
      const word = first + (bit >>> 5);
      const shift = bit & 31;
      let difference = words[word] >>> shift;
      if (shift + width > 32) difference |= words[word + 1] << (32 - shift);
      out[next] = least + (difference & mask);
    }
  }
}

/** Unpacks all numbers, or only those from `from` up to (not including) `to`. */
export function unpacked(packed: Packed, from = 0, to = packedCount(packed)): Uint32Array {
  const out = new Uint32Array(to - from);
  readNumbers(packed, from, to, out);
  return out;
}

/** Unpacks all numbers in short steps. */
export function* unpackedInSteps(packed: Packed): Steps<Uint32Array> {
  const count = packedCount(packed);
  const out = new Uint32Array(count);
  for (let from = 0; from < count; from += NUMBERS_OF_STEP) {
    readNumbers(packed, from, Math.min(count, from + NUMBERS_OF_STEP), out, from);
    yield;
  }
  return out;
}

/**
 * @throws Error if the words are not packed numbers. `what` is the name of the packed numbers in the error
 * message
 */
export function verifyPacked({ words }: Packed, what: string): void {
  const blocks = Math.ceil((words[0] ?? 0) / BLOCK);
  let end = BLOCKS_AT + 2 * blocks + 2;
  const broken = (block: number): Error => new Error(`${what}: block ${block} of ${blocks} is broken`);
  if (words.length < end) throw new Error(`${what} ends within its ${blocks} blocks`);
  for (let block = 0; block <= blocks; block++) {
    const first = words[BLOCKS_AT + 2 * block + 1];
    if (first < end || first - end > (block === 0 ? 0 : 32)) throw broken(block);
    end = first;
  }
  if (end !== words.length) throw new Error(`${what} has ${words.length} words, not ${end}`);
}
