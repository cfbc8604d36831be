import { quoted } from '../shell-words.js';

/** The name of the file that `gazarch import mongolia` downloads. */
const MONGOLIA_FILE = 'mongolia-latest.osm.pbf';

/** A command for people does not list a hundred files. */
const MOST_SOURCES = 20;

/**
 * The command that makes a dataset of an older format again.
 * @param meta bytes of `meta/json` of that dataset; null if they cannot be read
 * @param folder the folder of its dataset
 */
export function importAgain(meta: Uint8Array | null, folder: string): string {
  const names = meta === null ? null : sourceNames(meta);
  const where = names === null ? '' : ' (the names of the files that it was made of)';
  return `make it again with "${importLine(names, folder)}"${where}`;
}

/**
 * The import command.
 * @param names of the files, as in a dataset, or `mongolia`; null if unknown
 */
export function importLine(names: readonly string[] | null, folder: string): string {
  const sources = names === null ? 'SOURCE...' : names.map(sourceWord).join(' ');
  return `gazarch import ${sources} --dataset ${quoted(folder)}`;
}

function sourceWord(name: string): string {
  // A name that begins like a flag would be read as one.
  return name === MONGOLIA_FILE ? 'mongolia' : quoted(name.startsWith('-') ? `./${name}` : name);
}

/** Names of the imported files, as every version so far stores them; null if they are missing. */
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
  // No character that ends a line or moves the cursor of a terminal.
  return typeof name === 'string' && name !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}
