import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { quoted } from '../../shell-words.js';
import { lockFolder } from '../../dataset/folder-lock.js';
import { hasFeatures } from '../../importer/collect/source-names.js';

/** What the tiles of a dataset are made of, and where they go. */
export interface TilesJob {
  /** Local files. Only OSM files have something to draw. */
  sources: readonly string[];
  /** Folder of the datasets. */
  folder: string;
  /** The dataset that they belong to. */
  number: number;
}

/** As `gazarch tiles --json` prints it. */
export interface TilesFigures {
  path: string;
  tiles: number;
  bytes: number;
  /** Lines and areas that are too wide to be drawn. */
  left_out: number;
  took_ms: number;
}

/** `stopped`: by a signal that this process got. `failed`: the child has said why on stderr. */
export type TilesOutcome = TilesFigures | 'failed' | 'stopped';

/** Files that a map is drawn from. */
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
 * Writes the tiles of a dataset in a process of its own: it may take no memory and no turn from others, and
 * nobody waits for a map. A signal to stop ends that process, not this one.
 * @param options.isQuiet without progress and errors on stderr
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
    // It could not be started: no more processes, or no memory.
    return 'failed';
  } finally {
    signals.forEach((signal) => process.off(signal, stop));
  }
}

/** A process that was killed could not do that. Who has the lock now has done it. */
function removeUnfinished(folder: string): void {
  try {
    lockFolder(folder, 'cleaning').release();
  } catch {
    // See above.
  }
}

/**
 * Megabytes for the objects of the child. Shapes lie in arrays beside them. Left alone, V8 lets garbage grow
 * to three times what is needed; a bound that grows with the files keeps a larger country possible.
 */
function heapOf(sources: readonly string[]): number {
  const bytes = sources.reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return Math.round(200 + (4 * bytes) / 1e6);
}
