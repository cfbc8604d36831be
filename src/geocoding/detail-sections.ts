import { section, type Sections } from '../arrays/sections.js';
import { SparseRows } from '../arrays/sparse-rows.js';
import { cornersOf } from './freeze-addresses.js';
import { detailsOf, type PlaceDetails } from './places/details.js';
import type { PlaceRow } from './places/place.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Builds the sections for details that only /v1/places returns, so that searches never read them:
 *
 *     detail.row     rows that have details, ascending
 *     detail.start   where the text of each begins in `detail.bytes`, and the end
 *     detail.bytes   PlaceDetails as JSON
 */
export function freezeDetails(rows: readonly PlaceRow[]): Sections {
  const known = rows.flatMap((row, i) => {
    const { geometry, matchKind } = row;
    // Every response contains the boxes of streets and areas; see freezeAddresses().
    const isBoxed = geometry.kind !== 'point' && matchKind !== 'street' && matchKind !== 'area';
    const details = detailsOf(row, isBoxed ? cornersOf(geometry) : null);
    return details === null ? [] : [{ row: i, bytes: encoder.encode(JSON.stringify(details)) }];
  });
  const start = new Uint32Array(known.length + 1);
  known.forEach(({ bytes }, i) => (start[i + 1] = start[i] + bytes.length));
  const bytes = new Uint8Array(start[known.length]);
  known.forEach((detail, i) => bytes.set(detail.bytes, start[i]));
  return {
    'detail.row': Uint32Array.from(known, ({ row }) => row),
    'detail.start': start,
    'detail.bytes': bytes,
  };
}

/** Older datasets do not contain details. */
const NONE: Sections = {
  'detail.row': new Uint32Array(),
  'detail.start': new Uint32Array(1),
  'detail.bytes': new Uint8Array(),
};

/** Reads the details of places. */
export class Details {
  readonly #rows: SparseRows;
  readonly #start: Uint32Array;
  readonly #bytes: Uint8Array;

  /** @throws Error if a section has the wrong type */
  constructor(sections: Sections) {
    const own = { ...NONE, ...sections };
    this.#rows = new SparseRows(section(own, 'detail.row', Uint32Array));
    this.#start = section(own, 'detail.start', Uint32Array);
    this.#bytes = section(own, 'detail.bytes', Uint8Array);
  }

  /** Returns null if the row has no details. */
  of(row: number): PlaceDetails | null {
    const at = this.#rows.at(row);
    if (at < 0) return null;
    // TextDecoder does not accept shared memory, so the bytes are copied.
    const bytes = this.#bytes.slice(this.#start[at], this.#start[at + 1]);
    return JSON.parse(decoder.decode(bytes)) as PlaceDetails;
  }

  /** @throws Error that names the first part that differs from the output of freezeDetails() */
  verify(rows: number): void {
    const start = this.#start;
    this.#rows.verify('detail', rows, start.length - 1);
    if (start.some((from, i) => i > 0 && from < start[i - 1]) || start.at(-1) !== this.#bytes.length)
      throw new Error('detail: a text lies outside the bytes');
  }
}
