import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { quoted } from '../../shell-words.js';
import { lockFolder } from '../../dataset/folder-lock.js';
import { hasFeatures } from '../../importer/collect/source-names.js';

/** The sources of a dataset's tiles, and their target. */
export interface TilesJob {
  /** Local files. Only OSM files contain things to draw. */
  sources: readonly string[];
  /** Folder of the datasets. */
  folder: string;
  /** The dataset of the tiles. */
  number: number;
}

/** The fields of `gazarch tiles --json`. */
export interface TilesFigures {
  path: string;
  tiles: number;
  bytes: number;
  /** Lines and areas that are too wide to draw. */
  left_out: number;
  took_ms: number;
}

/** `stopped`: by a signal to this process. `failed`: the child has said why on stderr. */
export type TilesOutcome = TilesFigures | 'failed' | 'stopped';

/** The files that a map is drawn from. */
export function drawnSources(sources: readonly string[]): string[] {
  return sources.filter((path) => !hasFeatures(path));
}

export function tilesLine({ path, tiles, bytes, left_out, took_ms }: TilesFigures): string {
  const wide = left_out > 0 ? `; left out because they are wider than 60 degrees: ${left_out}` : '';
  const size = `${tiles} tiles, ${(bytes / 1e6).toFixed(1)} MB`;
  return `${path}: ${size}, in ${(took_ms / 1000).toFixed(1)} s${wide}`;
}

/** The command that does the same by hand. */
export function tilesCommandLine({ sources, folder }: TilesJob): string {
  return ['gazarch tiles', ...drawnSources(sources).map(quoted), '--dataset', quoted(folder)].join(' ');
}

/**
 * Writes the tiles of a dataset in a process of its own, which must take no memory and no turn from others,
 * because nobody waits for a map. A signal to stop ends that process, but not this one.
 * @param options.isQuiet prints no progress and no errors on stderr
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
    // The process could not be started: no more processes, or no memory.
    return 'failed';
  } finally {
    signals.forEach((signal) => process.off(signal, stop));
  }
}

/**
 * Removes files of a killed process, which could not do that itself. If another process has the lock now, it
 * has already done so.
 */
function removeUnfinished(folder: string): void {
  try {
    lockFolder(folder, 'cleaning').release();
  } catch {
    // See above.
  }
}

/**
 * Megabytes for the objects of the child. Shapes are in arrays beside them. Without a bound, V8 lets garbage
 * grow to three times the need; this one grows with the files, so that larger countries stay possible.
 */
function heapOf(sources: readonly string[]): number {
  const bytes = sources.reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return Math.round(200 + (4 * bytes) / 1e6);
}
