import type { FoundPlace } from '../../sources/geocoder.js';
import { writeBytes, writeNumber } from '../../wire/ascii-writer.js';
import { placeText } from './places-body.js';
import type { TargetBytes } from '../../wire/reply.js';
import type { Slab, SlabBody } from '../../wire/slab.js';

/**
 * Answers to searches in one piece of memory, in which nothing is an object: so many of them cost the garbage collector nothing, and one of them is a few lines of the processor's cache.
 *
 *     slots    by hash of the target: 10 bits of the hash, 22 bits where the answer is; 0: none
 *     answer   [bytes of target][bytes of head][places] target... head... [where each place is]
 *     place    [bytes][where it is in the next generation, or 0] text...
 *
 * In 32-bit words; texts are filled up to whole ones.
 */
export class AnswerGeneration {
  readonly #most: number;
  readonly #bytes: Buffer;
  readonly #words: Uint32Array;
  readonly #slots: Uint32Array;
  readonly #mask: number;
  /** By id, the places that came with new answers; those of adopted ones are known to the generation before. */
  readonly #places = new Map<string, number>();
  #end = 1;
  #count = 0;

  /** @param limits `bytes` at most 16 MiB */
  constructor({ answers, bytes }: GenerationLimits) {
    this.#most = answers;
    this.#bytes = Buffer.allocUnsafeSlow(bytes);
    this.#words = new Uint32Array(this.#bytes.buffer, 0, bytes >>> 2);
    let slots = 1;
    while (slots < 2 * answers) slots *= 2;
    this.#slots = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  get count(): number {
    return this.#count;
  }

  /** Where the answer to the target is; 0 when it is not here. */
  find(target: TargetBytes, hash: number): number {
    const slots = this.#slots;
    const tag = hash >>> PLACE_BITS;
    for (let probe = 0; probe < PROBES; probe++) {
      const slot = slots[(hash + probe) & this.#mask];
      if (slot === 0) return 0;
      if (slot >>> PLACE_BITS === tag && this.#isOf(slot & PLACE_MASK, target)) return slot & PLACE_MASK;
    }
    return 0;
  }

  /** Where the answer is now; 0 when there is no room left for it. */
  add({ bytes, from, to }: TargetBytes, hash: number, { head, places }: Answer): number {
    const slot = this.#freeSlot(hash);
    if (slot < 0) return 0;
    const at: number[] = [];
    for (const place of places) {
      const known = this.#places.get(place.id) ?? this.#addPlace(place);
      if (known === 0) return 0;
      at.push(known);
    }
    const length = to - from;
    if (!this.#hasRoom(HEADER + wordsOf(length) + wordsOf(head.length * 3) + places.length)) return 0;
    const answer = this.#end;
    const headAt = answer + HEADER + wordsOf(length);
    this.#bytes.set(bytes.subarray(from, to), (answer + HEADER) * 4);
    const headLength = this.#bytes.write(head, headAt * 4, 'utf8');
    this.#words[answer] = length;
    this.#words[answer + 1] = headLength;
    this.#words[answer + 2] = places.length;
    this.#words.set(at, headAt + wordsOf(headLength));
    this.#end = headAt + wordsOf(headLength) + places.length;
    this.#fill(slot, hash, answer);
    return answer;
  }

  /** Takes an answer over from the generation before; 0 when there is no room left for it. */
  adopt(before: AnswerGeneration, answer: number, hash: number): number {
    const slot = this.#freeSlot(hash);
    if (slot < 0) return 0;
    const theirs = before.#words;
    const count = theirs[answer + 2];
    const fixed = HEADER + wordsOf(theirs[answer]) + wordsOf(theirs[answer + 1]);
    for (let i = 0; i < count; i++) if (!this.#adoptPlace(theirs, theirs[answer + fixed + i])) return 0;
    if (!this.#hasRoom(fixed + count)) return 0;
    const own = this.#copy(theirs, answer, fixed);
    for (let i = 0; i < count; i++) this.#words[this.#end++] = theirs[theirs[answer + fixed + i] + 1];
    this.#fill(slot, hash, own);
    return own;
  }

  /** A SearchResponse in bytes. */
  body(answer: number, slab: Slab): SlabBody {
    const words = this.#words;
    const headLength = words[answer + 1];
    const count = words[answer + 2];
    const head = answer + HEADER + wordsOf(words[answer]);
    const first = head + wordsOf(headLength);
    let room = headLength + ENDING_ROOM;
    for (let i = 0; i < count; i++) room += words[words[first + i]] + 1;
    const bytes = slab.reserve(room);
    const { view } = slab;
    let end = write(words, head, headLength, view, slab.start);
    for (let i = 0; i < count; i++) {
      const place = words[first + i];
      if (i > 0) bytes[end++] = COMMA;
      end = write(words, place + 2, words[place], view, end);
    }
    end = writeNumber(count, bytes, writeBytes(COUNT, bytes, end));
    bytes[end++] = BRACE;
    return slab.take(end);
  }

  #isOf(answer: number, { bytes, from, to }: TargetBytes): boolean {
    if (this.#words[answer] !== to - from) return false;
    const own = this.#bytes;
    const shift = (answer + HEADER) * 4 - from;
    for (let i = from; i < to; i++) if (own[i + shift] !== bytes[i]) return false;
    return true;
  }

  /** -1 when there is none near where it should be. */
  #freeSlot(hash: number): number {
    if (this.#count >= this.#most) return -1;
    for (let probe = 0; probe < PROBES; probe++)
      if (this.#slots[(hash + probe) & this.#mask] === 0) return (hash + probe) & this.#mask;
    return -1;
  }

  #fill(slot: number, hash: number, answer: number): void {
    this.#slots[slot] = ((hash >>> PLACE_BITS) << PLACE_BITS) | answer;
    this.#count++;
  }

  #hasRoom(words: number): boolean {
    return this.#end + words <= this.#words.length;
  }

  #addPlace(place: FoundPlace): number {
    const text = `${placeText(place)}}`;
    if (!this.#hasRoom(2 + wordsOf(text.length * 3))) return 0;
    const at = this.#end;
    const length = this.#bytes.write(text, (at + 2) * 4, 'utf8');
    this.#words[at] = length;
    this.#words[at + 1] = 0;
    this.#end = at + 2 + wordsOf(length);
    this.#places.set(place.id, at);
    return at;
  }

  /** Whether the place of the generation before is in this one. */
  #adoptPlace(theirs: Uint32Array, place: number): boolean {
    if (theirs[place + 1] > 0) return true;
    const length = 2 + wordsOf(theirs[place]);
    if (!this.#hasRoom(length)) return false;
    theirs[place + 1] = this.#copy(theirs, place, length);
    return true;
  }

  #copy(theirs: Uint32Array, from: number, length: number): number {
    const own = this.#end;
    for (let i = 0; i < length; i++) this.#words[own + i] = theirs[from + i];
    this.#end = own + length;
    return own;
  }
}

export interface Answer {
  /** Of the response all up to its first place. */
  head: string;
  places: readonly FoundPlace[];
}

export interface GenerationLimits {
  answers: number;
  bytes: number;
}

const PLACE_BITS = 22;
const PLACE_MASK = 2 ** PLACE_BITS - 1;
/** So far from where it should be an answer is looked for, so that nobody can make that long. */
const PROBES = 64;
/** Words of an answer before its target. */
const HEADER = 3;
/** For `],"count":20}`, and the last word of a text, which is written whole. */
const ENDING_ROOM = 24;
const COMMA = 0x2c;
const BRACE = 0x7d;
const COUNT = Buffer.from('],"count":');

function wordsOf(bytes: number): number {
  return (bytes + 3) >>> 2;
}

/** Writes a text by whole words, up to three bytes too many. @returns where it ends */
function write(words: Uint32Array, from: number, length: number, view: DataView, at: number): number {
  const count = wordsOf(length);
  for (let i = 0; i < count; i++) view.setUint32(at + i * 4, words[from + i], true);
  return at + length;
}
