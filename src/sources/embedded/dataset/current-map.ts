import type { Box } from '../../../geo/position.js';
import { existsSync, statSync } from 'node:fs';
import { olderDatasets, servedDataset } from '../../../dataset/dataset-folder.js';
import { tilesPath } from '../../../dataset/tiles-path.js';
import { PmtilesFile } from '../../../tiles/pmtiles-file.js';
import type { MapFacts, MapTiles, OpenFile } from '../../map-tiles.js';

/** How often the dataset folder is checked for a newer map. */
const WATCH_INTERVAL_MS = 1000;

/**
 * The map that belongs to the dataset being served. The map is written after the dataset, so until it is
 * complete, the newest of the earlier maps is shown. A map that cannot be read is treated as missing.
 */
export class CurrentMap implements MapTiles {
  readonly #folder: string;
  readonly #onRefused: (error: Error) => void;
  #file: PmtilesFile | null = null;
  #facts: MapFacts | null = null;
  /** The file's path, time and size at the last check. */
  #seen = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string, onRefused: (error: Error) => void) {
    this.#folder = folder;
    this.#onRefused = onRefused;
  }

  facts(): MapFacts | null {
    return this.#facts;
  }

  tile(z: number, x: number, y: number): Buffer | null {
    return this.#file?.tile(z, x, y) ?? null;
  }

  open(): OpenFile | null {
    this.#file?.hold();
    return this.#file;
  }

  /**
   * Looks up which map to show, immediately and then every second. The timer does not keep the process alive.
   */
  watch(): void {
    this.#look();
    this.#timer ??= setInterval(() => this.#look(), WATCH_INTERVAL_MS).unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#file?.close();
    this.#file = null;
  }

  #look(): void {
    try {
      const path = this.#newest();
      const stat = path === null ? null : statSync(path);
      const seen = stat === null ? '' : `${path} ${stat.ino} ${stat.mtimeMs} ${stat.size}`;
      if (seen === this.#seen) return;
      this.#seen = seen;
      const file = path === null ? null : new PmtilesFile(path);
      this.#file?.close();
      this.#file = file;
      this.#facts = file === null ? null : factsOf(file, seen);
    } catch (error) {
      this.#onRefused(error as Error);
    }
  }

  #newest(): string | null {
    const served = servedDataset(this.#folder);
    if (served === null) return null;
    const paths = [served, ...olderDatasets(this.#folder, served)].map((file) => tilesPath(file));
    return paths.find((path) => existsSync(path)) ?? null;
  }
}

function factsOf(file: PmtilesFile, version: string): MapFacts {
  const { minZoom, maxZoom, bounds } = file.header;
  const { attribution, vector_layers: layers } = file.metadata();
  return {
    ...{ minZoom, maxZoom, layers, bytes: file.bytes },
    bounds: bounds.map((units) => units / 1e7) as unknown as Box,
    attribution: typeof attribution === 'string' ? attribution : '',
    version: Buffer.from(version).toString('base64url').slice(-16),
  };
}
