import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { counted } from '../../counted.js';
import { quoted } from '../../shell-words.js';
import { lockFolder } from '../../dataset/folder-lock.js';
import { hasFeatures } from '../../importer/collect/source-names.js';

/** The source files of a dataset's tiles, and where to write the tiles. */
export interface TilesJob {
  /** Local files. Only OSM files contain anything to draw. */
  sources: readonly string[];
  /** The datasets' folder. */
  folder: string;
  /** The dataset that the tiles belong to. */
  number: number;
}

/** The fields of `gazarch tiles --json`. */
export interface TilesFigures {
  path: string;
  tiles: number;
  bytes: number;
  /** The number of lines and areas that are too wide to draw. */
  left_out: number;
  took_ms: number;
}

/**
 * `stopped`: a signal to this process stopped the drawing. `failed`: the child process has printed the reason
 * to stderr.
 */
export type TilesOutcome = TilesFigures | 'failed' | 'stopped';

/** Returns the files from which a map is drawn. */
export function drawnSources(sources: readonly string[]): string[] {
  return sources.filter((path) => !hasFeatures(path));
}

export function tilesLine({ path, tiles, bytes, left_out, took_ms }: TilesFigures): string {
  const wide = left_out > 0 ? `; left out because they are wider than 60 degrees: ${left_out}` : '';
  const size = `${counted(tiles, 'tile')}, ${(bytes / 1e6).toFixed(1)} MB`;
  return `${path}: ${size}, in ${(took_ms / 1000).toFixed(1)} s${wide}`;
}

/** Returns the command that draws the same tiles by hand. */
export function tilesCommandLine({ sources, folder }: TilesJob): string {
  return ['gazarch tiles', ...drawnSources(sources).map(quoted), '--dataset', quoted(folder)].join(' ');
}

/**
 * Writes a dataset's tiles in a separate low-priority process, because nobody waits for a map. A stop signal
 * ends the drawing process, but not this one.
 * @param options.isQuiet whether to print neither progress nor errors to stderr
 */
export async function writeTiles(job: TilesJob, { isQuiet = false } = {}): Promise<TilesOutcome> {
  const { folder, number } = job;
  const sources = drawnSources(job.sources);
  const words = ['tiles', ...sources, '--dataset', folder, '--number', String(number), '--json'];
  const memory = ['--max-semi-space-size=8', `--max-old-space-size=${heapOf(sources)}`];
  const child = spawn(process.execPath, [...process.execArgv, ...memory, process.argv[1], ...words], {
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  });
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGTERM');
  };
  const signals = isQuiet ? [] : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  signals.forEach((signal) => process.on(signal, stop));
  let text = '';
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString()));
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    if (status === 0) return JSON.parse(text) as TilesFigures;
    removeUnfinished(folder);
    return isStopped ? 'stopped' : 'failed';
  } catch {
    // The process could not be started, because the system has too many processes or no memory left.
    return 'failed';
  } finally {
    signals.forEach((signal) => process.off(signal, stop));
  }
}

/**
 * Removes the files that a killed process could not remove itself. If another process holds the lock now,
 * that process has already removed the files.
 */
function removeUnfinished(folder: string): void {
  try {
    lockFolder(folder, 'cleaning').release();
  } catch {
    // Another process holds the lock, and has removed the files.
  }
}

/**
 * Returns the child's heap limit in megabytes. Shapes are stored in arrays outside this heap. Without a
 * limit, V8 would let garbage grow to three times the memory that is needed. The limit grows with the files,
 * so that larger countries can be drawn, too.
 */
function heapOf(sources: readonly string[]): number {
  const bytes = sources.reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return Math.round(200 + (4 * bytes) / 1e6);
}
