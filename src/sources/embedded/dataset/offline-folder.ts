import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { OfflineAreaFacts, OfflineAreas, OpenPiece } from '../../offline-areas.js';

/** Names of areas. Area names are also folder names and appear in URLs. */
export const AREA_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** The same rule in words, for messages. */
export const AREA_NAME_RULE =
  'the name of an area has at most 64 lowercase Latin letters, digits, - and _, and begins with a letter ' +
  'or a digit';

const MANIFEST = 'manifest.json';
const FILE = /^(?:manifest\.json|[a-z]+-\d{4,}-[0-9a-f]{16}\.(?:br|gz|bin))$/;
/**
 * The largest file. A piece is a megabyte, or slightly more if it does not compress, and a manifest is a few
 * hundred kB.
 */
const MOST_BYTES = 4 * 1_048_576;

interface Manifest {
  edition: string;
  made_at: string;
  area: { bbox: OfflineAreaFacts['bbox'] } | null;
  parts: OfflineAreaFacts['parts'];
}

/**
 * Serves offline areas from a folder that `gazarch export offline` writes and that contains a subfolder for
 * each area.
 */
export class OfflineFolder implements OfflineAreas {
  readonly #folder: string;
  /** The facts from each area's manifest, together with the stamp of the manifest file. */
  readonly #facts = new Map<string, { mark: string; facts: OfflineAreaFacts | null }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  list(): OfflineAreaFacts[] {
    return namesIn(this.#folder)
      .filter((name) => AREA_NAME.test(name))
      .flatMap((name) => this.#factsOf(name) ?? []);
  }

  open(area: string, file: string): OpenPiece | null {
    if (!AREA_NAME.test(area) || !FILE.test(file)) return null;
    return openPiece(join(this.#folder, area, file));
  }

  /** Returns null if the file is not a manifest. The file is read again after it changes. */
  #factsOf(name: string): OfflineAreaFacts | null {
    const file = openPiece(join(this.#folder, name, MANIFEST));
    if (file === null) return null;
    try {
      const known = this.#facts.get(name);
      if (known?.mark === file.mark) return known.facts;
      const facts = factsOf(name, file.read(0, Buffer.allocUnsafe(file.bytes)).toString());
      this.#facts.set(name, { mark: file.mark, facts });
      return facts;
    } catch {
      return null;
    } finally {
      file.close();
    }
  }
}

/**
 * Returns null if the piece is missing, which can happen while an export is running. A client that repeats
 * the request gets the new pieces.
 */
function openPiece(path: string): (OpenPiece & { mark: string }) | null {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return null;
  }
  const stat = fstatSync(fd);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  if (!stat.isFile() || stat.size > MOST_BYTES) {
    close();
    return null;
  }
  return {
    bytes: stat.size,
    mark: `${stat.ino} ${stat.mtimeMs} ${stat.size}`,
    read: (offset, bytes) => {
      for (let done = 0; done < bytes.length;) {
        const some = readSync(fd, bytes, done, bytes.length - done, offset + done);
        if (some === 0) throw new RangeError(`${path} was truncated`);
        done += some;
      }
      return bytes;
    },
    close,
  };
}

/** Returns the names of the subfolders, or an empty list if the folder does not exist. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/**
 * Returns why a folder of areas cannot be served and how to fix the problem, or null if the folder can be
 * served. A folder without areas is allowed, because areas may be added while the folder is being served.
 */
export function offlineFolderProblem(folder: string): string | null {
  try {
    readdirSync(folder);
  } catch (cause) {
    const what = (cause as NodeJS.ErrnoException).code === 'ENOTDIR' ? 'is not a folder' : 'cannot be read';
    return (
      `${folder} ${existsSync(folder) ? what : 'does not exist'}: --offline needs the folder ` +
      'that contains all areas; ' +
      `create the first with "gazarch export offline --to ${join(folder, 'mongolia')}"`
    );
  }
  if (existsSync(join(folder, MANIFEST)))
    return (
      `${folder} is itself an area (it has a ${MANIFEST}): --offline needs the folder that contains it; ` +
      'move the area into a subfolder'
    );
  const wrong = namesIn(folder).find(
    (name) => !AREA_NAME.test(name) && existsSync(join(folder, name, MANIFEST)),
  );
  if (wrong === undefined) return null;
  return `${join(folder, wrong)} cannot be served under this name: ${AREA_NAME_RULE}; rename the folder`;
}

function factsOf(name: string, text: string): OfflineAreaFacts | null {
  try {
    const { edition, made_at, area, parts } = JSON.parse(text) as Manifest;
    return {
      ...{ name, edition, made_at, bbox: area?.bbox ?? null },
      parts: parts.map((part) => ({
        name: part.name,
        bytes: part.bytes,
        packed_bytes: part.packed_bytes,
      })),
    };
  } catch {
    return null;
  }
}
