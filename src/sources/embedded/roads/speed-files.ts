import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fstatSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import { atOnce, type Steps } from '../../../arrays/steps.js';
import type { FolderLock } from '../../../dataset/folder-lock.js';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { flush, removeQuietly, temporaryPath } from '../../../dataset/temporary-file.js';
import { reasonOf } from '../../../dataset/write-error.js';
import { InputError } from '../../../errors.js';
import { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import { parseSpeeds, speedsText, type SpeedTable } from '../../../routing/current/speeds-text.js';

/**
 * Learned speeds lie in the folder of the datasets, so one lock and one copy of the folder hold both. They
 * are numbered, and a file is never changed: the highest number counts.
 */

/** With a digest of what is in it: one that comes after a removal has another name. */
const FILE = /^speeds-(\d{4,9})-[0-9a-f]{8}\.json\.gz$/;
/** The one that counts, and those to go back to. */
const KEPT = 3;
/** A country of ways in five slots and ten years of months has less. */
const UNPACKED = { maxOutputLength: 256 * 2 ** 20 } satisfies ZlibOptions;
/** It tells more of drives than routes do. */
const OWNER_ONLY = 0o600;
/** So long one works on what was read before others have their turn. */
const TURN_MS = 2;

/**
 * The files in a folder, the one that counts first. None where there is no folder.
 * @throws InputError when it cannot be read
 */
function speedFiles(folder: string): { number: number; path: string }[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new InputError(`cannot look for learned speeds in ${folder}: ${reasonOf(cause)}`, { cause });
  }
  return names
    .flatMap((name) =>
      FILE.test(name) ? [{ number: Number(FILE.exec(name)![1]), path: join(folder, name) }] : [],
    )
    .sort((a, b) => b.number - a.number || (a.path < b.path ? 1 : -1));
}

/**
 * The file that counts; null: nothing was learned.
 * @throws InputError when the folder cannot be read
 */
export function currentSpeeds(folder: string): string | null {
  return speedFiles(folder)[0]?.path ?? null;
}

/** @throws InputError that names the file and what is wrong with it */
export function readSpeeds(path: string): SpeedTable {
  return orRefused(path, () => atOnce(parseSpeeds(gunzipSync(bytesOf(path), UNPACKED).toString())));
}

/** The same for routes: nobody waits long for it. */
export async function loadSpeeds(path: string): Promise<LearnedSpeeds> {
  try {
    const text = (await promisify(gunzip)(bytesOf(path), UNPACKED)).toString();
    const { slots, rows } = await inTurns(parseSpeeds(text));
    return new LearnedSpeeds(path, slots, rows);
  } catch (cause) {
    throw refused(path, cause);
  }
}

/**
 * Writes what counts from now on.
 * @param keep how many files stay, with this one
 * @throws InputError when it cannot be written: what is there stays
 */
export function writeSpeeds({ folder }: FolderLock, table: SpeedTable, keep = KEPT): string {
  const before = speedFiles(folder);
  const bytes = gzipSync(speedsText(table));
  const number = String((before[0]?.number ?? 0) + 1).padStart(4, '0');
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const path = join(folder, `speeds-${number}-${digest}.json.gz`);
  const temporary = temporaryPath(folder, 'speeds');
  try {
    writeFileSync(temporary, bytes, { flag: 'wx', mode: OWNER_ONLY });
    // The service has to read what root has learned.
    const { uid, gid } = statSync(folder);
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
    flush(temporary, 'r+');
    renameSync(temporary, path);
  } catch (cause) {
    removeQuietly(temporary);
    throw new InputError(`cannot write speeds to ${folder}: ${reasonOf(cause)}; nothing has changed`, {
      cause,
    });
  }
  for (const old of before.slice(keep - 1)) removeQuietly(old.path);
  return path;
}

/** Removes them all. */
export function removeSpeeds({ folder }: FolderLock): void {
  for (const { path } of speedFiles(folder)) removeQuietly(path);
}

function bytesOf(path: string): Buffer {
  const fd = openRegularFile(path);
  try {
    const bytes = Buffer.alloc(fstatSync(fd).size);
    readSync(fd, bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    closeSync(fd);
  }
}

function orRefused<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw refused(path, cause);
  }
}

function refused(path: string, cause: unknown): InputError {
  return new InputError(
    `the speeds of ${path} cannot be read: ${reasonOf(cause)}; remove the file to go back to those before, ` +
      'or all with "gazarch speeds remove"',
    { cause },
  );
}

async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let begin_ms = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begin_ms < TURN_MS) continue;
    await new Promise(setImmediate);
    begin_ms = performance.now();
  }
}
