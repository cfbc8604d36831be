import type { Box } from '../geo/position.js';
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import {
  encodeDirectory,
  encodeHeader,
  FIRST_BYTES,
  HEADER_BYTES,
  tileId,
  type Entry,
} from './pmtiles-format.js';

/** The contents of the file apart from the tiles. */
export interface TilesMetadata {
  minZoom: number;
  maxZoom: number;
  /** West, south, east and north in 1e-7 degrees. */
  bounds: Box;
  /** Any JSON; usually `name`, `attribution` and `vector_layers`. */
  json: object;
}

/**
 * The maximum number of entries in a leaf directory. A reader unpacks one directory for each new part of the
 * map.
 */
const LEAF_ENTRIES = 4096;

/**
 * Writes a PMTiles file. The size of the directories is not known until the end, so they are stored after the
 * tiles, and the first 16 KB of the file are reserved for the header and the root directory.
 */
export class PmtilesWriter {
  readonly #fd: number;
  #isOpen = true;
  readonly #entries: Entry[] = [];
  /**
   * Entries by the digest of the tile's bytes, because a tile that shows only steppe or sea occurs thousands
   * of times.
   */
  readonly #known = new Map<string, Entry>();
  #end = FIRST_BYTES;

  /** @param path must not exist yet */
  constructor(path: string) {
    this.#fd = openSync(path, 'wx', 0o644);
  }

  get tiles(): number {
    return this.#entries.length;
  }

  /** Adds a tile. Tiles may be added in any order, but each only once. @param bytes a Mapbox Vector Tile */
  add(z: number, x: number, y: number, bytes: Uint8Array): void {
    const packed = gzipSync(bytes);
    const digest = createHash('md5').update(packed).digest('base64');
    const same = this.#known.get(digest);
    const entry = {
      id: tileId(z, x, y),
      offset: same?.offset ?? this.#end - FIRST_BYTES,
      length: packed.length,
      run: 1,
    };
    this.#entries.push(entry);
    if (same !== undefined) return;
    this.#known.set(digest, entry);
    this.#write(packed);
  }

  /**
   * Writes the remaining data and closes the file, after which it is safely on disk. @returns the file's size
   * in bytes
   */
  finish({ minZoom, maxZoom, bounds, json }: TilesMetadata): number {
    const data = { offset: FIRST_BYTES, length: this.#end - FIRST_BYTES };
    const entries = inRuns(this.#entries.sort((a, b) => a.id - b.id));
    const metadata = this.#append(gzipSync(JSON.stringify(json)));
    const leavesFrom = this.#end;
    let root = encodeDirectory(entries);
    for (let size = LEAF_ENTRIES; root.length > FIRST_BYTES - HEADER_BYTES; size *= 2) {
      this.#end = leavesFrom;
      root = encodeDirectory(this.#leaves(entries, size, leavesFrom));
    }
    const header = encodeHeader({
      root: { offset: HEADER_BYTES, length: root.length },
      metadata,
      leaves: { offset: leavesFrom, length: this.#end - leavesFrom },
      data,
      counts: { addressed: this.#entries.length, entries: entries.length, contents: this.#known.size },
      ...{ minZoom, maxZoom, bounds },
    });
    writeAll(this.#fd, Buffer.concat([header, root]), 0);
    fsyncSync(this.#fd);
    this.#close();
    return this.#end;
  }

  /** Closes the unusable file if it is still open. */
  abandon(): void {
    if (this.#isOpen) this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    closeSync(this.#fd);
  }

  #leaves(entries: readonly Entry[], size: number, from: number): Entry[] {
    const leaves: Entry[] = [];
    for (let i = 0; i < entries.length; i += size) {
      const { offset, length } = this.#append(encodeDirectory(entries.slice(i, i + size)));
      leaves.push({ id: entries[i].id, offset: offset - from, length, run: 0 });
    }
    return leaves;
  }

  #append(bytes: Uint8Array): { offset: number; length: number } {
    const offset = this.#end;
    this.#write(bytes);
    return { offset, length: bytes.length };
  }

  #write(bytes: Uint8Array): void {
    writeAll(this.#fd, bytes, this.#end);
    this.#end += bytes.length;
  }
}

/** Joins entries that are adjacent along the Hilbert curve and have the same bytes. */
function inRuns(entries: readonly Entry[]): Entry[] {
  const runs: Entry[] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last?.offset === entry.offset && last.id + last.run === entry.id) last.run++;
    else runs.push({ ...entry });
  }
  return runs;
}

function writeAll(fd: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}
