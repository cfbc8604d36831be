import { quoted } from '../shell-words.js';

/** The name of the file that `gazarch import mongolia` downloads. */
const MONGOLIA_FILE = 'mongolia-latest.osm.pbf';

/** The maximum number of file names in a command that is shown to users. */
const MOST_SOURCES = 20;

/**
 * Returns the command that re-imports a dataset with an older format.
 * @param meta that dataset's `meta/json` bytes, or null if they cannot be read
 * @param folder that dataset's folder
 */
export function importAgain(meta: Uint8Array | null, folder: string): string {
  const names = meta === null ? null : sourceNames(meta);
  const where = names === null ? '' : ' (these are the files that it was made from)';
  return `make it again with "${importLine(names, folder)}"${where}`;
}

/**
 * Returns the import command.
 * @param names the file names as recorded in a dataset, or `mongolia`; null if they are unknown
 */
export function importLine(names: readonly string[] | null, folder: string): string {
  const sources = names === null ? 'SOURCE...' : names.map(sourceWord).join(' ');
  return `gazarch import ${sources} --dataset ${quoted(folder)}`;
}

function sourceWord(name: string): string {
  // A file name that begins with `-` would be read as a flag.
  return name === MONGOLIA_FILE ? 'mongolia' : quoted(name.startsWith('-') ? `./${name}` : name);
}

/**
 * Returns the names of the imported files, which all versions so far store in the same way, or null if the
 * names are missing.
 */
function sourceNames(meta: Uint8Array): string[] | null {
  try {
    const { sources } = JSON.parse(new TextDecoder().decode(meta)) as { sources: { name: unknown }[] };
    const names = sources.map(({ name }) => name);
    const isUsable = names.length > 0 && names.length <= MOST_SOURCES && names.every(isFileName);
    return isUsable ? names : null;
  } catch {
    return null;
  }
}

function isFileName(name: unknown): name is string {
  // The name must not contain characters that end a line or move the terminal's cursor, because it is
  // printed.
  return typeof name === 'string' && name !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}
