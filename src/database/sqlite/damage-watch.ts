import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import type { InputError } from '../../errors.js';
import { isDamage } from './sqlite-errors.js';
import { closeConnection, damageOf, type SqliteFile } from './sqlite-file.js';

/**
 * Whether this process runs the unbuilt TypeScript sources, as tests do. A worker thread could not load the
 * unbuilt sources.
 */
const RUNS_UNBUILT = import.meta.url.endsWith('.ts');

/**
 * The interval between two full reads of a database file. Operators are promised a report of damage within a
 * minute.
 */
const LOOK_MS = 30_000;

/**
 * Repeatedly reads a whole database file, because SQLite notices a damaged page only when it needs that page.
 * A worker thread does this through its own connection, because pages in another connection's cache may look
 * intact.
 */
export class DamageWatch {
  readonly #file: SqliteFile;
  #looked_ms = performance.now();
  #isLooking = false;
  #problem: InputError | null = null;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /**
   * Returns the result of the latest check. If the latest check was long ago, starts another one in the
   * background.
   */
  problem(): InputError | null {
    if (!this.#isLooking && performance.now() - this.#looked_ms >= LOOK_MS) void this.#look();
    return this.#problem;
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      const finding = RUNS_UNBUILT ? damageAt(this.#file.path) : await lookInThread(this.#file.path);
      this.#problem = finding === null ? null : this.#file.damaged(finding);
    } catch {
      // The file is missing or locked. Its readers report that.
    } finally {
      this.#looked_ms = performance.now();
      this.#isLooking = false;
    }
  }
}

/**
 * Returns the damage found in a database file, or null.
 * @throws SQLite's error if the file cannot be read
 */
export function damageAt(path: string): string | null {
  const database = new Database(path, { fileMustExist: true });
  try {
    return damageOf(database);
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  } finally {
    closeConnection(database);
  }
}

function lookInThread(path: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./damage-worker.js', import.meta.url), { workerData: path });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that reads the database has ended')));
    worker.unref();
  });
}
