/**
 * The size of each half in bytes. All arcs of 60,000 different 10 km routes through one city take up 9 MB.
 */
const HALF_BYTES = 4 * 1024 * 1024;
/**
 * The number of arc slots in each half, a power of two. At most three quarters of the slots are used, to keep
 * lookups short.
 */
const HALF_PLACES = 1 << 15;
/**
 * An arc that takes more than this share of a half (a long road without a junction) would evict hundreds of
 * others.
 */
const MOST_OF_HALF = 1 / 32;

/**
 * The number of marks that record which arcs have been requested once; a power of two. If several arcs share
 * a mark, some are cached one request too early.
 */
const MARKS = 1 << 16;

/**
 * The number of values in an entry: the arc + 1 (0 for an empty entry), the index where its positions start,
 * how many values they take up, and how many of those values belong to its first segment.
 */
const ENTRY = 4;
/**
 * The number of entries before each arc's positions: they hold its length in meters, and its length without
 * the first segment.
 */
const METRES = 4;

/**
 * 2 ** 32 divided by the golden ratio, which spreads consecutive numbers far apart (Knuth, The Art of
 * Computer Programming 3, section 6.4).
 */
const SPREAD = 0x9e3779b1 | 0;

export interface RecentArcsSize {
  halfBytes: number;
  /** The number of slots in each half: a power of two, at least four. */
  halfPlaces: number;
}

/** Reads the positions, one arc at a time; see ArcPositions. */
export interface PositionsOfArcs {
  readonly pairs: Int32Array;
  readonly length: number;
  readonly firstLength: number;
  readonly all_m: number;
  readonly rest_m: number;
  read(arc: number): void;
}

/** The positions of an arc, which are valid until the next call. */
interface ArcLine {
  /** lon7, lat7 pairs from `begin` up to (not including) `end`, without the position at the tail. */
  pairs: Int32Array;
  begin: number;
  end: number;
  metres: number;
}

/**
 * A cache of the positions of arcs that recent routes used. A 10 km route through a city consists of 7 or 8
 * arcs with a total of 80 segments, whose positions are scattered across as many places in memory, and other
 * routes use the same arcs.
 *
 * An arc is cached when it is requested for the second time. The cache has two halves. When one half is full,
 * the other is cleared; arcs that were requested in the meantime have already been copied out of it. Both
 * halves keep their memory when the dataset changes, because freeing and reallocating it with each swap would
 * cause fragmentation.
 */
export class RecentArcs {
  /** Reads positions from the dataset to which the arcs belong. */
  #positions: PositionsOfArcs | null = null;
  readonly #halfNumbers: number;
  readonly #halfPlaces: number;
  readonly #shift: number;
  readonly #entries: Int32Array;
  readonly #pairs: Int32Array;
  /** A view of the same memory as floats. */
  readonly #metres: Float64Array;
  /**
   * The half being written to (0 or 1), the number of arcs in it, and the position where the next arc will be
   * written.
   */
  #young = 0;
  #count = 0;
  #end = 0;
  readonly #isAsked = new Uint8Array(MARKS);
  readonly #line: ArcLine;

  constructor(
    { halfBytes, halfPlaces }: RecentArcsSize = { halfBytes: HALF_BYTES, halfPlaces: HALF_PLACES },
  ) {
    this.#halfNumbers = halfBytes / 4;
    this.#halfPlaces = halfPlaces;
    this.#shift = 32 - Math.log2(halfPlaces);
    this.#entries = new Int32Array(2 * halfPlaces * ENTRY);
    this.#pairs = new Int32Array(2 * this.#halfNumbers);
    this.#metres = new Float64Array(this.#pairs.buffer);
    this.#line = { pairs: this.#pairs, begin: 0, end: 0, metres: 0 };
  }

  /** Sets the source of arcs, and drops the arcs of any other dataset. */
  readFrom(positions: PositionsOfArcs): void {
    if (positions === this.#positions) return;
    this.#positions = positions;
    this.#entries.fill(0);
    this.#turn();
  }

  /**
   * Releases the dataset until `readFrom` sets the next one. This object lives as long as the service, so it
   * would otherwise keep a replaced dataset in memory.
   */
  letGo(): void {
    this.#positions = null;
    this.#line.pairs = this.#pairs;
  }

  /** @param isCut whether to leave out the arc's first segment */
  line(arc: number, isCut: boolean): ArcLine {
    const young = this.#placeOf(this.#young, arc);
    if (this.#entries[young * ENTRY] !== 0) return this.#lend(young, isCut);
    const old = this.#placeOf(1 - this.#young, arc);
    if (this.#entries[old * ENTRY] !== 0 && this.#hasRoom(this.#entries[old * ENTRY + 2]))
      this.#takeOver(arc, young, old);
    else if (!this.#add(arc)) return this.#lendUnkept(isCut);
    return this.#lend(this.#placeOf(this.#young, arc), isCut);
  }

  #lend(place: number, isCut: boolean): ArcLine {
    const entries = this.#entries;
    const start = entries[place * ENTRY + 1];
    const line = this.#line;
    line.pairs = this.#pairs;
    line.begin = start + METRES + (isCut ? entries[place * ENTRY + 3] : 0);
    line.end = start + METRES + entries[place * ENTRY + 2];
    line.metres = this.#metres[start / 2 + (isCut ? 1 : 0)];
    return line;
  }

  #lendUnkept(isCut: boolean): ArcLine {
    const { pairs, length, firstLength, all_m, rest_m } = this.#positions!;
    const line = this.#line;
    line.pairs = pairs;
    line.begin = isCut ? firstLength : 0;
    line.end = length;
    line.metres = isCut ? rest_m : all_m;
    return line;
  }

  /** Returns an arc's slot in a half, or the slot where the arc would be stored. */
  #placeOf(half: number, arc: number): number {
    const entries = this.#entries;
    const first = half * this.#halfPlaces;
    for (let place = Math.imul(arc, SPREAD) >>> this.#shift; ; place = (place + 1) & (this.#halfPlaces - 1)) {
      const key = entries[(first + place) * ENTRY];
      if (key === 0 || key === arc + 1) return first + place;
    }
  }

  /** Reads an arc. Returns false if the arc should not be cached. */
  #add(arc: number): boolean {
    const positions = this.#positions!;
    positions.read(arc);
    const { pairs, length } = positions;
    if (!this.#wasAsked(arc) || length > this.#halfNumbers * MOST_OF_HALF) return false;
    if (!this.#hasRoom(length)) this.#turn();
    this.#metres[this.#end / 2] = positions.all_m;
    this.#metres[this.#end / 2 + 1] = positions.rest_m;
    const begin = this.#end + METRES;
    for (let i = 0; i < length; i++) this.#pairs[begin + i] = pairs[i];
    this.#enter(arc, this.#placeOf(this.#young, arc), length, positions.firstLength);
    return true;
  }

  #wasAsked(arc: number): boolean {
    const mark = (Math.imul(arc, SPREAD) >>> 8) & (MARKS - 1);
    const isAsked = this.#isAsked[mark] === 1;
    this.#isAsked[mark] = 1;
    return isAsked;
  }

  /** Copies an arc from the old half to the young one. */
  #takeOver(arc: number, young: number, old: number): void {
    const from = this.#entries[old * ENTRY + 1];
    const length = this.#entries[old * ENTRY + 2];
    this.#pairs.copyWithin(this.#end, from, from + METRES + length);
    this.#enter(arc, young, length, this.#entries[old * ENTRY + 3]);
  }

  #enter(arc: number, place: number, length: number, firstLength: number): void {
    const entry = place * ENTRY;
    this.#entries[entry] = arc + 1;
    this.#entries[entry + 1] = this.#end;
    this.#entries[entry + 2] = length;
    this.#entries[entry + 3] = firstLength;
    this.#count++;
    this.#end += METRES + length;
  }

  /** Whether the young half has room for the given number of values. */
  #hasRoom(length: number): boolean {
    return (
      this.#count < 0.75 * this.#halfPlaces &&
      this.#end + METRES + length <= (this.#young + 1) * this.#halfNumbers
    );
  }

  /** Clears the old half, which then becomes the young half. */
  #turn(): void {
    this.#young = 1 - this.#young;
    this.#entries.fill(
      0,
      this.#young * this.#halfPlaces * ENTRY,
      (this.#young + 1) * this.#halfPlaces * ENTRY,
    );
    this.#isAsked.fill(0);
    this.#count = 0;
    this.#end = this.#young * this.#halfNumbers;
  }
}
