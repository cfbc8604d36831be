import type { Box } from '../geo/position.js';
import { gunzipSync, gzipSync } from 'node:zlib';

/**
 * The PMTiles file format, version 3 (https://github.com/protomaps/PMTiles, spec/v3/spec.md): a header, a
 * root directory, JSON metadata, leaf directories, and the tiles' bytes. Every PMTiles reader can use our
 * files.
 */

export const HEADER_BYTES = 127;
/** The header and the root directory fit into this many bytes, which a reader fetches in a single request. */
export const FIRST_BYTES = 16_384;

const MAGIC = 'PMTiles';
const VERSION = 3;
const GZIP = 2;
const MVT = 1;

interface Section {
  offset: number;
  length: number;
}

export interface PmtilesHeader {
  root: Section;
  metadata: Section;
  leaves: Section;
  data: Section;
  /** The numbers of addressed tiles, directory entries, and distinct tile contents. */
  counts: { addressed: number; entries: number; contents: number };
  minZoom: number;
  maxZoom: number;
  /** West, south, east and north in 1e-7 degrees. */
  bounds: Box;
}

/**
 * A directory entry: the `run` tiles whose ids begin at `id` all have the same bytes. If `run` is 0, the
 * entry refers to a leaf directory.
 */
export interface Entry {
  id: number;
  offset: number;
  length: number;
  run: number;
}

export function encodeHeader({
  root,
  metadata,
  leaves,
  data,
  counts,
  minZoom,
  maxZoom,
  bounds,
}: PmtilesHeader): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header[7] = VERSION;
  const numbers = [root, metadata, leaves, data].flatMap(({ offset, length }) => [offset, length]);
  [...numbers, counts.addressed, counts.entries, counts.contents].forEach((value, i) =>
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i),
  );
  // Not clustered: tiles are stored in the order in which they were created.
  header.set([0, GZIP, GZIP, MVT, minZoom, maxZoom], 96);
  bounds.forEach((value, i) => header.writeInt32LE(value, 102 + 4 * i));
  header[118] = minZoom;
  header.writeInt32LE(Math.round((bounds[0] + bounds[2]) / 2), 119);
  header.writeInt32LE(Math.round((bounds[1] + bounds[3]) / 2), 123);
  return header;
}

/** Returns null if the file is not a PMTiles file. */
export function decodeHeader(bytes: Buffer): PmtilesHeader | null {
  const isOne =
    bytes.length >= HEADER_BYTES && bytes.toString('latin1', 0, 7) === MAGIC && bytes[7] === VERSION;
  if (!isOne || bytes[97] !== GZIP || bytes[98] !== GZIP || bytes[99] !== MVT) return null;
  const number = (i: number): number => Number(bytes.readBigUInt64LE(8 + 8 * i));
  const section = (i: number): Section => ({ offset: number(2 * i), length: number(2 * i + 1) });
  return {
    root: section(0),
    metadata: section(1),
    leaves: section(2),
    data: section(3),
    counts: { addressed: number(8), entries: number(9), contents: number(10) },
    minZoom: bytes[100],
    maxZoom: bytes[101],
    bounds: [bytes.readInt32LE(102), bytes.readInt32LE(106), bytes.readInt32LE(110), bytes.readInt32LE(114)],
  };
}

/** Encodes and compresses a directory. @param entries sorted by id */
export function encodeDirectory(entries: readonly Entry[]): Buffer {
  const numbers: number[] = [entries.length];
  entries.forEach(({ id }, i) => numbers.push(i === 0 ? id : id - entries[i - 1].id));
  entries.forEach(({ run }) => numbers.push(run));
  entries.forEach(({ length }) => numbers.push(length));
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1];
    // 0 means that the tile is stored directly after the previous one.
    numbers.push(i > 0 && offset === before.offset + before.length ? 0 : offset + 1);
  });
  return gzipSync(varints(numbers));
}

/** @throws RangeError if the bytes are truncated */
export function decodeDirectory(packed: Uint8Array): Entry[] {
  const bytes = gunzipSync(packed);
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (at >= bytes.length) throw new RangeError('a tile directory is truncated');
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const count = next();
  if (count > bytes.length) throw new RangeError('a tile directory is truncated');
  const entries = Array.from({ length: count }, () => ({ id: 0, offset: 0, length: 0, run: 0 }));
  entries.forEach((entry, i) => (entry.id = next() + (i > 0 ? entries[i - 1].id : 0)));
  entries.forEach((entry) => (entry.run = next()));
  entries.forEach((entry) => (entry.length = next()));
  entries.forEach((entry, i) => {
    const value = next();
    entry.offset = value > 0 ? value - 1 : entries[i - 1].offset + entries[i - 1].length;
  });
  return entries;
}

function varints(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (let value of numbers) {
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
    bytes.push(value);
  }
  return Buffer.from(bytes);
}

/** Returns the id of a tile; ids are ordered by zoom level and then along a Hilbert curve. */
export function tileId(z: number, x: number, y: number): number {
  let id = (4 ** z - 1) / 3;
  for (let side = 2 ** z / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const lower = (y & side) > 0 ? 1 : 0;
    id += side * side * ((3 * right) ^ lower);
    if (lower === 0) {
      if (right === 1) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      [x, y] = [y, x];
    }
    // The next iteration only needs the lower bits.
    x &= side - 1;
    y &= side - 1;
  }
  return id;
}
