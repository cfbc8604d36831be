import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ClosureList } from '../../closures/closure-store.js';
import { removeQuietly, temporaryPath } from '../../dataset/temporary-file.js';
import { KeySnapshot, type KnownKeyRows } from '../../keys/key-snapshot.js';
import type { ZoneList } from '../../zones/zone-store.js';
import type { Stores } from './open-key-store.js';
import { VERSION } from './version.js';

/** The content of a PostgreSQL key database at a point in time, as stored on a service's disk. */
export interface KnownRows {
  /** The keys, in one or more parts. */
  keys: KnownKeyRows[];
  closures: ClosureList | null;
  zones: ZoneList | null;
}

/** The copy's head and content: when the database was read, and its rows. */
export interface KnownCopyFile {
  read_ms: number;
  rows: KnownRows;
}

/** The copy's first line. The other lines contain the keys, in parts. */
interface Head {
  /** Rows from another version may have different columns. */
  version: string;
  database: string;
  read_ms: number;
  parts: number;
  closures: ClosureList | null;
  zones: ZoneList | null;
}

/**
 * The interval between writes: if the database and the service both fail within this time after a key was
 * revoked, the key may keep working.
 */
const WRITE_MS = 30_000;

/**
 * The age at which an unchanged copy is written again, so that its timestamp shows that it is still current.
 */
const RENEW_MS = 3_600_000;

/** How long the last write waits for a database that hangs. */
const LAST_WRITE_MS = 1_000;

/** Only the owner may read the keys' hashes. */
const OWNER_ONLY = 0o600;
const FOR_OTHERS = 0o077;

/** The name of a file left by a process that ended while writing. */
const LEFTOVER = /^known-keys\.[0-9a-f]{16}\.tmp$/;

/** Returns the copy's path, beside the datasets' folder. */
export function knownCopyPath(dataset: string): string {
  return join(dirname(resolve(dataset)), 'known-keys.jsonl');
}

/**
 * Reads a copy.
 * @param place the database's location, without a password: a copy of another database cannot be used
 * @returns `null` if there is no copy
 * @throws Error that says why the copy cannot be used
 */
export function readKnownCopy(path: string, place: string): KnownCopyFile | null {
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & FOR_OTHERS) !== 0)
      throw new Error('users other than its owner can open it');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const [first, ...lines] = text.split('\n').slice(0, -1);
  const head = parsed(first) as Head;
  if (head.version !== VERSION) throw new Error(`it has version ${head.version}`);
  if (head.database !== place) throw new Error(`it belongs to the database ${head.database}`);
  if (lines.length !== head.parts) throw new Error('it is incomplete');
  const { read_ms, closures, zones } = head;
  return { read_ms, rows: { keys: lines.map((line) => parsed(line) as KnownKeyRows), closures, zones } };
}

function parsed(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? '');
  } catch (cause) {
    throw new Error('it is damaged', { cause });
  }
}

export interface KnownCopyOptions {
  path: string;
  /** Called for the log: once with a problem, and then with `null` when the copy is written again. */
  onProblem: (problem: unknown) => void;
}

/** Maintains the copy, which is written at startup and soon after each change. */
export class KnownCopy {
  readonly #stores: Stores;
  readonly #options: KnownCopyOptions;
  readonly #timer: NodeJS.Timeout;
  /** The content of the file. */
  #written = { cursor: '', closures: '', zones: '', read_ms: 0 };
  #writing: Promise<void> | null = null;
  #isAiling = false;

  constructor(stores: Stores, options: KnownCopyOptions) {
    this.#stores = stores;
    this.#options = options;
    this.#timer = setInterval(() => void this.write(), WRITE_MS).unref();
    void this.write();
  }

  /** Writes changes. While the database does not answer, the file is left unchanged. Never rejects. */
  write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((done) => (timer = setTimeout(done, LAST_WRITE_MS)));
    await Promise.race([this.write(), tooLong]);
    clearTimeout(timer);
  }

  async #write(): Promise<void> {
    const read = await this.#read().catch(() => null);
    if (read === null) return;
    try {
      replace(this.#options.path, linesOf(read, this.#stores.keys.place));
      const { keys, closures, zones } = read.rows;
      this.#written = {
        cursor: keys[0].cursor,
        closures: closures?.version ?? '',
        zones: zones?.version ?? '',
        read_ms: read.read_ms,
      };
      this.#note(null);
    } catch (problem) {
      this.#note(problem);
    }
  }

  /** Returns `null` if there is nothing to write. */
  async #read(): Promise<KnownCopyFile | null> {
    const { keys, closures, zones } = this.#stores;
    const before = this.#written;
    const read_ms = Date.now();
    if (before.cursor !== '' && read_ms - before.read_ms < RENEW_MS) {
      const [{ cursor }, closed, zoned] = await Promise.all([
        keys.changes(before.cursor, () => undefined),
        closures.changes(before.closures),
        zones.changes(before.zones),
      ]);
      if (cursor === before.cursor && closed === null && zoned === null) return null;
    }
    const snapshot = new KeySnapshot(keys);
    await snapshot.refresh();
    const parts = snapshot.parts();
    // A database without keys may have lost them, in which case the earlier copy is still useful.
    if (parts.length < 2) return null;
    const rows = { keys: parts, closures: await closures.changes(null), zones: await zones.changes(null) };
    return { read_ms, rows };
  }

  #note(problem: unknown): void {
    const wasAiling = this.#isAiling;
    this.#isAiling = problem !== null;
    if (this.#isAiling !== wasAiling) this.#options.onProblem(problem);
  }
}

function linesOf({ read_ms, rows: { keys, closures, zones } }: KnownCopyFile, database: string): string[] {
  const head: Head = { version: VERSION, database, read_ms, parts: keys.length, closures, zones };
  return [head, ...keys].map((each) => `${JSON.stringify(each)}\n`);
}

/**
 * Replaces the file atomically: a reader sees either the old file or the new one, but never a partial file.
 */
function replace(path: string, lines: readonly string[]): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const unfinished = temporaryPath(folder, 'known-keys');
  try {
    writeFileSync(unfinished, lines.join(''), { flag: 'wx', mode: OWNER_ONLY, flush: true });
    renameSync(unfinished, path);
    for (const name of readdirSync(folder).filter((each) => LEFTOVER.test(each)))
      if (Date.now() - statSync(join(folder, name)).mtimeMs > RENEW_MS) removeQuietly(join(folder, name));
  } catch (error) {
    removeQuietly(unfinished);
    throw error;
  }
}
