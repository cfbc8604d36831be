import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../errors.js';
import {
  decodeDirectory,
  decodeHeader,
  FIRST_BYTES,
  tileId,
  type Entry,
  type PmtilesHeader,
} from './pmtiles-format.js';

/** The number of unpacked leaf directories to cache: enough for a few cities and the country around them. */
const KEPT_LEAVES = 64;

/** The tiles of one file. The data stays in the system's file cache, so reads do not wait for a disk. */
export class PmtilesFile {
  readonly path: string;
  readonly bytes: number;
  readonly header: PmtilesHeader;
  readonly #fd: number;
  /**
   * The number of users of the open file: the code that opened it, and every response that is being sent from
   * it.
   */
  #readers = 1;
  readonly #root: readonly Entry[];
  /** Leaf directories by offset, least recently used first. */
  readonly #leaves = new Map<number, readonly Entry[]>();

  /** @throws InputError if the file is not a PMTiles file */
  constructor(path: string) {
    this.path = path;
    this.#fd = openSync(path, 'r');
    try {
      this.bytes = fstatSync(this.#fd).size;
      const first = this.read(0, Buffer.allocUnsafe(Math.min(FIRST_BYTES, this.bytes)));
      const header = decodeHeader(first);
      if (header === null) throw new RangeError('not a PMTiles file of version 3 with gzipped vector tiles');
      this.header = header;
      this.#root = decodeDirectory(
        first.subarray(header.root.offset, header.root.offset + header.root.length),
      );
    } catch (cause) {
      closeSync(this.#fd);
      throw new InputError(`${path}: ${(cause as Error).message}`, { cause });
    }
  }

  /** The file's own metadata. */
  metadata(): Record<string, unknown> {
    const { offset, length } = this.header.metadata;
    return JSON.parse(gunzipSync(this.read(offset, Buffer.allocUnsafe(length))).toString()) as Record<
      string,
      unknown
    >;
  }

  /** Returns the gzipped tile, or null if there is none. */
  tile(z: number, x: number, y: number): Buffer | null {
    const { minZoom, maxZoom, data, leaves } = this.header;
    if (z < minZoom || z > maxZoom || x >= 2 ** z || y >= 2 ** z) return null;
    const id = tileId(z, x, y);
    let entry = entryOf(this.#root, id);
    // A leaf may refer to other leaves, but only to a limited depth.
    for (let depth = 0; entry?.run === 0 && depth < 3; depth++)
      entry = entryOf(this.#leaf(leaves.offset + entry.offset, entry.length), id);
    if (entry === null || entry.run === 0) return null;
    return this.read(data.offset + entry.offset, Buffer.allocUnsafe(entry.length));
  }

  /**
   * Fills `bytes` from the file, starting at `offset`. @returns `bytes` @throws RangeError if the file is
   * shorter
   */
  read(offset: number, bytes: Buffer): Buffer {
    const { length } = bytes;
    for (let done = 0; done < length;) {
      const got = readSync(this.#fd, bytes, done, length - done, offset + done);
      if (got === 0) throw new RangeError('the tile file is truncated');
      done += got;
    }
    return bytes;
  }

  /** Keeps the file open until `close` has been called once more. */
  hold(): void {
    this.#readers++;
  }

  close(): void {
    if (--this.#readers === 0) closeSync(this.#fd);
  }

  #leaf(offset: number, length: number): readonly Entry[] {
    const kept = this.#leaves.get(offset);
    this.#leaves.delete(offset);
    const leaf = kept ?? decodeDirectory(this.read(offset, Buffer.allocUnsafe(length)));
    this.#leaves.set(offset, leaf);
    if (this.#leaves.size > KEPT_LEAVES) this.#leaves.delete(this.#leaves.keys().next().value!);
    return leaf;
  }
}

/**
 * Returns the last entry whose id is at most `id` if that entry contains `id` or may lead to it, or null
 * otherwise.
 */
function entryOf(entries: readonly Entry[], id: number): Entry | null {
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (entries[middle].id <= id) low = middle + 1;
    else high = middle - 1;
  }
  const entry = entries[high];
  if (entry === undefined) return null;
  return entry.run === 0 || id < entry.id + entry.run ? entry : null;
}
