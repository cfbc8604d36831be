import { resolve } from 'node:path';
import { isPostgresUrl } from '../../database/postgres/postgres-url.js';
import { servedDataset } from '../../dataset/dataset-folder.js';
import { currentMeta } from '../../importer/write/meta.js';
import { maskUrl } from '../../masked-url.js';
import type { ExampleRequests } from '../../sources/embedded/example-requests.js';
import { inQuotes, quoted } from '../../shell-words.js';
import type { Only } from '../settings/settings.js';
import { COMMAND } from '../terminal/version.js';
import type { FirstKey } from './keys/first-key.js';

/** Facts about the served dataset, for the person who starts the service. */
export interface ServedFacts {
  /** The folder's full path. */
  folder: string;
  number: number | null;
  /** The names of the imported files. */
  sources: string[];
  /** Whether the dataset is the sample, whose places are fictional. */
  isInvented: boolean;
  /** The URL that the dataset comes from, without its password; `null` if the dataset was imported. */
  url: string | null;
}

/** Returns `null` if there is no dataset yet, or it cannot be read. */
export function servedFacts(folder: string, feedUrl: URL | null): ServedFacts | null {
  const meta = currentMeta(folder);
  if (meta === null && feedUrl === null) return null;
  return {
    folder: resolve(folder),
    number: meta === null ? null : (servedDataset(folder)?.number ?? null),
    sources: meta?.sources.map(({ name }) => name) ?? [],
    isInvented: meta?.sources.some(({ invented }) => invented) ?? false,
    url: feedUrl === null ? null : maskUrl(feedUrl),
  };
}

/** The content of the start message. */
export interface Welcome {
  address: string;
  settings: Only<'data' | 'database'>;
  /** The new key, or null if none was created. */
  key: FirstKey | null;
  /** `null` for a dataset without places. */
  examples: ExampleRequests | null;
  /** `null` if no answers come from a dataset. */
  served: ServedFacts | null;
  hasMap: boolean;
}

/** Returns the start message: the map's address, a key, requests to paste, and the paths of files. */
export function welcomeText({ address, settings, key, examples, served, hasMap }: Welcome): string {
  const lines = [''];
  if (hasMap) lines.push(...mapLines(address, key));
  lines.push(`API documentation:   ${address}/docs`, `gazarch listens on ${address}`, ...keyLines(key));
  if (examples !== null) {
    lines.push('', 'Requests to try:', '');
    for (const path of requestPaths(examples))
      lines.push(`  curl -H "Authorization: Bearer ${pastedKey(key)}" "${address}${path}"`);
  }
  lines.push(
    '',
    `Data folder:         ${resolve(settings.data)}`,
    `More keys:           ${keysCommandLine(settings)}`,
  );
  if (served !== null) lines.push(...servedLines(served));
  return `${[...lines, ''].join('\n')}\n`;
}

/** Returns a command that creates a key in this service's own database, wherever it is pasted. */
export function keysCommandLine({ database }: Only<'database'>): string {
  // The database URL may contain a password.
  const place = isPostgresUrl(database) ? '"$GAZARCH_DATABASE"' : quoted(resolve(database));
  return `${COMMAND} keys create --name "my app" --endpoints geocode,route --database ${place}`;
}

function servedLines({ folder, number, sources, isInvented, url }: ServedFacts): string[] {
  const from = url === null ? '' : ` of ${url}`;
  const what = number === null ? 'no dataset yet' : `dataset ${number} (${sources.join(', ')})`;
  const lines = [`Served:              ${folder}: ${what}${from}`];
  if (isInvented)
    lines.push(
      '                     THE SAMPLE IS FICTIONAL: its streets and numbers differ from the real city.',
    );
  if (url !== null) return [...lines, '                     Newer datasets are downloaded automatically.'];
  const replaced = isInvented ? 'the sample' : number === null ? 'it' : `dataset ${number}`;
  return [
    ...lines,
    `All of Mongolia:     ${COMMAND} import mongolia --dataset ${quoted(folder)}`,
    `                     (downloads about 70 MB; replaces ${replaced} while the service runs; ` +
      `"${COMMAND} rollback" undoes it)`,
  ];
}

/** On a terminal, the link contains the new key: browsers do not send the part after `#` to the server. */
function mapLines(address: string, key: FirstKey | null): string[] {
  if (key === null || key.file !== null) return [`Map:                 ${address}/`];
  return [
    `Map:                 ${address}/#key=${key.token}`,
    '                     (this link contains your key: open it once in your browser, and do not share it)',
  ];
}

function keyLines(key: FirstKey | null): string[] {
  if (key === null) return [];
  const [where, what] =
    key.file === null
      ? ['shown only once: save it now', key.token]
      : ['written to a file that only its owner can read, because there is no terminal', key.file];
  return ['', `Your first API key (${where}):`, '', `  ${what}`];
}

/** Returns the key in a form that is safe inside a shell's double quotes. */
function pastedKey(key: FirstKey | null): string {
  if (key === null) return 'YOUR_KEY';
  return key.file === null ? key.token : `$(cat ${inQuotes(key.file)})`;
}

function requestPaths({ search, reverse, route }: ExampleRequests): string[] {
  return [
    `/v1/geocode?q=${readableQuery(search)}`,
    `/v1/geocode?lat=${reverse.latitude}&lon=${reverse.longitude}`,
    ...(route === null
      ? []
      : [`/v1/route?origin=${route.origin.join(',')}&destination=${route.destination.join(',')}`]),
  ];
}

/**
 * Returns the query in readable form: only characters that would end the parameter, the shell's quotes or the
 * text are encoded.
 */
function readableQuery(text: string): string {
  return text.replace(/[^\p{L}\p{N}.,-]/gu, (sign) => (sign === ' ' ? '+' : encodeURIComponent(sign)));
}
