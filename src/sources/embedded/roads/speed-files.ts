import { createHash } from 'node:crypto';
import {
  chownSync,
  closeSync,
  createReadStream,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import type { FolderLock } from '../../../dataset/folder-lock.js';
import { openRegularFile } from '../../../dataset/regular-file.js';
import { flush, removeQuietly, temporaryPath } from '../../../dataset/temporary-file.js';
import { reasonOf } from '../../../dataset/write-error.js';
import { InputError } from '../../../errors.js';
import { LearnedSpeeds } from '../../../routing/current/learned-speeds.js';
import {
  parseSpeeds,
  SpeedLines,
  speedsText,
  type SpeedTable,
} from '../../../routing/current/speeds-text.js';

/**
 * Learned speeds are stored in the dataset folder, so one lock and one backup of the folder cover both the
 * datasets and the speeds. The files are numbered, and the content of a file never changes: the file with the
 * highest number is the current one.
 */

/**
 * The name contains a digest of the content, so that a file written after a removal has a different name from
 * the removed file.
 */
const FILE = /^speeds-(\d{4,9})-[0-9a-f]{8}\.json\.gz$/;
/** The number of files to keep: the current one, and earlier ones that can be restored. */
const KEPT = 3;
/** The ways of a country, with five slots and monthly data for ten years, fit within this limit. */
const MOST_CHARACTERS = 256 * 2 ** 20;
/** The file is readable only by its owner, because it reveals more about individual drives than routes do. */
const OWNER_ONLY = 0o600;

/**
 * Returns the speed files in a folder, with the current one first, or an empty list if the folder does not
 * exist.
 * @throws InputError if the folder cannot be read
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
 * Returns the current file, or null if no speeds were learned.
 * @throws InputError if the folder cannot be read
 */
export function currentSpeeds(folder: string): string | null {
  return speedFiles(folder)[0]?.path ?? null;
}

/** @throws InputError whose message names the file and the problem */
export function readSpeeds(path: string): SpeedTable {
  let fd: number | null = null;
  try {
    fd = openRegularFile(path);
    return parseSpeeds(gunzipSync(readFileSync(fd), { maxOutputLength: MOST_CHARACTERS }).toString());
  } catch (cause) {
    throw refused(path, cause);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/**
 * Reads the file for use in routing, in small steps, so that requests do not have to wait long and the file
 * is never in memory as a whole.
 */
export async function loadSpeeds(path: string): Promise<LearnedSpeeds> {
  const lines = new SpeedLines();
  let learned: LearnedSpeeds | null = null;
  const read = (line: string): void => {
    const row = lines.read(line);
    if (row === null) learned = new LearnedSpeeds(path, lines.slots!);
    else learned!.add(row);
  };
  try {
    const packed = createReadStream('', { fd: openRegularFile(path) });
    await pipeline(packed, createGunzip().setEncoding('utf8'), async (pieces: AsyncIterable<string>) => {
      let rest = '';
      let length = 0;
      for await (const piece of pieces) {
        if ((length += piece.length) > MOST_CHARACTERS) throw new Error('it is too large');
        const whole = `${rest}${piece}`.split('\n');
        rest = whole.pop()!;
        whole.forEach(read);
      }
      if (rest !== '' || lines.slots === null) read(rest);
    });
  } catch (cause) {
    throw refused(path, cause);
  }
  return learned!;
}

/**
 * Writes the speeds that apply from now on.
 * @param keep the number of files to keep, including this one
 * @throws InputError if the file cannot be written; the existing files are then kept
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
    // The service must be able to read the file even if root has written it.
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

/** Removes all files. */
export function removeSpeeds({ folder }: FolderLock): void {
  for (const { path } of speedFiles(folder)) removeQuietly(path);
}

function refused(path: string, cause: unknown): InputError {
  return new InputError(
    `the speeds in ${path} cannot be read: ${reasonOf(cause)}; remove the file to go back ` +
      'to the previous speeds, or remove all speeds with "gazarch speeds remove"',
    { cause },
  );
}
