import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsoleOptions } from '../../../console/run-console.js';
import { withFolderLock, type FolderLock } from '../../../dataset/folder-lock.js';
import {
  layerNames,
  previousLayer,
  readLayer,
  removeLayer,
  undoLayer,
} from '../../../dataset/layers/layer-folder.js';
import { writeCsv } from '../../../tables/csv.js';
import { degreesOf } from '../../../tables/table-columns.js';
import type { ConsoleRoads } from './console-roads.js';

type Layers = ConsoleOptions['layers'];
type Table = Parameters<Layers['check']>[0];

/**
 * Reads and stores the operator's own places that are uploaded in the console, just as `gazarch import --add`
 * does.
 */
export class ConsoleLayers implements Layers {
  readonly #folder: string;
  readonly #map: Pick<ConsoleRoads, 'outside'>;

  constructor(folder: string, map: Pick<ConsoleRoads, 'outside'>) {
    this.#folder = folder;
    this.#map = map;
  }

  list(): ReturnType<Layers['list']> {
    return layerNames(this.#folder).map((name) => {
      const { places, source, written_at } = readLayer(this.#folder, name);
      const previous = previousLayer(this.#folder, name);
      return { name, places, source: source.name, written_at, previous_places: previous?.places ?? null };
    });
  }

  async check(table: Table): ReturnType<Layers['check']> {
    const { readOwnPlaces } = await import('../../../importer/collect/read-own-places.js');
    const { features, leftOut } = asFile(table, 'table', (path) => readOwnPlaces(path, null));
    return {
      places: features.length,
      left_out: leftOut.map(({ where, reason }) => ({ row: rowOf(where), reason })),
      outside: await this.#outside(table),
      problem: null,
    };
  }

  async put(layer: string, table: Table, source: string): Promise<void> {
    const { addLayer } = await import('../../../importer/add-layer.js');
    const add = (lock: FolderLock): void =>
      void asFile(table, source, (path) => addLayer(lock, { path, layer, mapping: null }));
    await this.#change(`own places of ${layer}`, add);
  }

  undo(layer: string): Promise<void> {
    return this.#change(`return to the previous version of layer ${layer}`, (lock) => undoLayer(lock, layer));
  }

  remove(layer: string): Promise<void> {
    return this.#change(`removal of layer ${layer}`, (lock) => removeLayer(lock, layer));
  }

  #change(doing: string, change: (lock: FolderLock) => void): Promise<void> {
    return withFolderLock(this.#folder, doing, change);
  }

  async #outside({ columns, rows }: Table): Promise<number[]> {
    const [lat, lon] = ['lat', 'lon'].map((name) => columns.indexOf(name));
    const placed = rows.flatMap((cells, row) => {
      const point = [degreesOf(cells[lon], 180), degreesOf(cells[lat], 90)] as const;
      return point[0] === null || point[1] === null ? [] : [{ row, point: [point[0], point[1]] as const }];
    });
    const outside = await this.#map.outside(placed.map(({ point }) => point));
    return outside.map((i) => placed[i].row);
  }
}

/** The first data row is on the second line. */
function rowOf(where: string): number {
  return Number(/\d+/.exec(where)?.[0] ?? 0) - 2;
}

/** Writes a table to a temporary file, because the operator's own places can only be read from files. */
function asFile<T>({ columns, rows }: Table, source: string, read: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'gazarch-places-'));
  try {
    const name = source.replace(/\.[a-z]+$/i, '').replace(/[^\p{L}\p{N} _-]/gu, '_');
    const path = join(folder, `${name.slice(0, 60) || 'places'}.csv`);
    const oneLine = [columns, ...rows].map((cells) => cells.map((cell) => cell.replace(/[\r\n]+/g, ' ')));
    writeFileSync(path, writeCsv({ rows: oneLine, delimiter: ',', lineEnd: '\n' }));
    return read(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
