import { counted } from '../../../counted.js';
import type { Position } from '../../../geo/position.js';
import type { Command } from 'commander';
import { InputError } from '../../../errors.js';
import { EmbeddedRouter } from '../../../sources/embedded/embedded-router.js';
import type { FoundMatrix, MatrixRequest } from '../../../sources/router.js';
import { columnOf } from '../../../tables/table-columns.js';
import { DEFAULT_TRAVEL_MODE, TRAVEL_MODES } from '../../../travel-mode.js';
import { print, printWarning } from '../../terminal/output.js';
import { readSetting } from '../../settings/settings.js';
import { pointColumns, pointIn, readPoints, withoutPoint } from './sheet-columns.js';
import {
  guardedCells,
  isWorkbookName,
  textOf,
  writeSheetFile,
  type Cell,
  type SheetFile,
} from './sheet-file.js';
import {
  answersOf,
  openDatasetOf,
  outputOf,
  sheetCommand,
  workBeside,
  type SheetFlags,
} from './sheet-work.js';

type MatrixFlags = SheetFlags & { to?: string; lat?: string; lon?: string; mode: string };

const COLUMNS = ['origin', 'destination', 'duration_seconds', 'distance_meters', 'reason'];
/** Larger tables do not fit into a worksheet, and few other programs can open them. */
const MOST_CELLS = 1_000_000;
/** The maximum number of cells per query. All cells of a query share the searches from its destinations. */
const PIECE_CELLS = 50_000;

interface Stop {
  name: Cell;
  position: Position;
}

/** `gazarch matrix FILE` writes times and distances between all points of a table, one row for each pair. */
export function matrixCommand(): Command {
  return sheetCommand('matrix', 'compute travel times between all points in a table')
    .option('--to <file>', 'table of the destinations (default: the points of FILE)')
    .option('--lat <column>', 'column of the latitude')
    .option('--lon <column>', 'column of the longitude')
    .option('--mode <mode>', TRAVEL_MODES.join(' or '), DEFAULT_TRAVEL_MODE)
    .action(async (file: string, flags: MatrixFlags) => {
      const mode = TRAVEL_MODES.find((known) => known === flags.mode);
      if (mode === undefined)
        throw new InputError(`--mode must be ${TRAVEL_MODES.join(' or ')}, not "${flags.mode}"`);
      const sheet = await readPoints(file, flags);
      const output = outputOf(sheet, flags);
      const origins = stopsOf(sheet, flags);
      const destinations =
        flags.to === undefined ? origins : stopsOf(await readPoints(flags.to, flags), flags);
      const cells = origins.length * destinations.length;
      if (cells > MOST_CELLS)
        throw new InputError(
          `${counted(origins.length, 'origin')} and ${counted(destinations.length, 'destination')} make ` +
            `${cells} pairs; at most ${MOST_CELLS} pairs are possible in one run`,
        );
      const dataset = await openDatasetOf(flags);
      const limits = {
        snapLimit_m: readSetting('snapLimit_m', flags, process.env),
        snapDetour_m: readSetting('snapDetour_m', flags, process.env),
      };
      const router = new EmbeddedRouter(dataset, limits);
      const rows = Math.max(1, Math.floor(PIECE_CELLS / destinations.length));
      const { answers: pieces, forget } = await answersOf({
        beside: workBeside(sheet, output),
        dataset,
        about: [origins, destinations, mode, limits],
        pieces: Math.ceil(origins.length / rows),
        answer: async (piece): Promise<Cell[][]> => {
          const own = origins.slice(piece * rows, (piece + 1) * rows);
          const request = requestOf(own, destinations, mode);
          return pairs(own, destinations, await router.matrix(request));
        },
      });
      const found = pieces.flat();
      const isText = !isWorkbookName(output);
      await writeSheetFile(output, [COLUMNS, ...(isText ? found.map(guardedCells) : found)], sheet.csv);
      forget();
      const reached = found.filter(([, , seconds]) => seconds !== null).length;
      print(`${counted(found.length, 'pair')}, ${reached} found: ${output}`);
    });
}

/** Returns a table's points. Rows without a point are reported and skipped. */
function stopsOf(sheet: SheetFile, flags: MatrixFlags): Stop[] {
  const at = pointColumns(sheet, flags);
  const name = columnOf(sheet.columns, 'name');
  const stops = sheet.rows.flatMap((row, i): Stop[] => {
    const point = i > sheet.header ? pointIn(row, at) : null;
    if (point === null) return [];
    const own = name === -1 ? '' : textOf(row[name] ?? null).slice(0, LONGEST_NAME);
    return [{ name: own === '' ? i - sheet.header : own, position: [point.longitude, point.latitude] }];
  });
  const lost = withoutPoint(sheet, at);
  if (stops.length === 0) throw new InputError(lost ?? `${sheet.path} has no rows`);
  if (lost !== null) printWarning(`${lost}. Such rows are skipped`);
  return stops;
}

/** The maximum length of a name, because each name is repeated in many pairs. */
const LONGEST_NAME = 200;

function requestOf(
  origins: readonly Stop[],
  destinations: readonly Stop[],
  mode: MatrixRequest['mode'],
): MatrixRequest {
  const positions = (stops: readonly Stop[]): MatrixRequest['origins'] =>
    stops.map(({ position }) => position);
  return {
    origins: positions(origins),
    destinations: positions(destinations),
    mode,
    durations: true,
    distances: true,
    without: null,
  };
}

function pairs(origins: readonly Stop[], destinations: readonly Stop[], found: FoundMatrix): Cell[][] {
  const tenths = (value: number): number | null => (value === Infinity ? null : Math.round(10 * value) / 10);
  return origins.flatMap((origin, row) =>
    destinations.map((destination, column) => {
      const cell = row * destinations.length + column;
      const [seconds, metres] = [found.durations_s[cell], found.distances_m![cell]];
      const isOff = found.origins[row] === null || found.destinations[column] === null;
      const reason = seconds !== Infinity ? null : isOff ? 'not_on_network' : 'no_path';
      return [origin.name, destination.name, tenths(seconds), tenths(metres), reason];
    }),
  );
}
