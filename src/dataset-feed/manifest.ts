import { InputError } from '../errors.js';
import { isLayerName } from '../dataset/layers/layer-file.js';

/** The manifest in the same folder as a dataset: docs/dataset-format.md, "The manifest". */

const MANIFEST_VERSION = 1;

/** A file to download, whose name is relative to the manifest. */
export interface PublishedFile {
  file: string;
  bytes: number;
  sha256: string;
}

export interface Manifest extends PublishedFile {
  manifest: typeof MANIFEST_VERSION;
  /** Increases with each publication. Replicas return to an older edition only if `rollback` allows it. */
  edition: number;
  /** The next edition's number is one higher than this, even after a rollback. */
  highest_edition: number;
  rollback?: true;
  /** The format version of the dataset file. */
  format: number;
  /** When the dataset file was written. */
  made_at: string;
  generator: string;
  sources: ManifestSource[];
  /** The same file, compressed. */
  gzip?: PublishedFile;
  /** The file with the tiles of the dataset's map. */
  map?: PublishedFile;
  /**
   * The layers of own places that were published with the dataset. If this field is absent, replicas leave
   * their own layers unchanged.
   */
  layers?: PublishedLayer[];
}

/** A layer of own places. */
export interface PublishedLayer extends PublishedFile {
  name: string;
}

export interface ManifestSource {
  name: string;
  timestamp: string | null;
  license?: string;
  attribution?: string;
}

export const MANIFEST_HEAD = { manifest: MANIFEST_VERSION } as const;

export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Parses a manifest and checks the fields that a replica relies on. Unknown fields are ignored.
 * @param where the source for messages: a masked URL or a path
 * @throws InputError that names the first invalid field
 */
export function parseManifest(text: string, where: string): Manifest {
  const bad = (what: string): InputError => new InputError(`${where} is not a manifest: ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bad(/^\s*</.test(text) ? 'it is a web page (HTML)' : 'it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad('it is not an object');
  const fields = value as Record<string, unknown>;
  if (fields['manifest'] !== MANIFEST_VERSION)
    throw bad(
      fields['manifest'] === undefined
        ? '"manifest" is missing'
        : `"manifest" is ${JSON.stringify(fields['manifest'])}, but this program reads ${MANIFEST_VERSION}`,
    );
  checkNumbers(fields, ['edition', 'highest_edition', 'format'], bad);
  if ((fields['highest_edition'] as number) < (fields['edition'] as number))
    throw bad('"highest_edition" is less than "edition"');
  checkFile(fields, '', bad);
  for (const name of ['gzip', 'map']) {
    const beside = fields[name];
    if (beside === undefined) continue;
    if (typeof beside !== 'object' || beside === null) throw bad(`"${name}" is not an object`);
    checkFile(beside as Record<string, unknown>, `${name}.`, bad);
  }
  checkLayers(fields['layers'], bad);
  if (fields['rollback'] !== undefined && typeof fields['rollback'] !== 'boolean')
    throw bad('"rollback" must be true or false');
  return value as Manifest;
}

type Bad = (what: string) => InputError;

function checkFile(fields: Record<string, unknown>, prefix: string, bad: Bad): void {
  const { file, sha256 } = fields;
  // A plain name contains no folder, and no character that has a special meaning in a URL or a shell.
  if (typeof file !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(file))
    throw bad(`"${prefix}file" must be a file name of letters, digits, dots, - and _`);
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw bad(`"${prefix}sha256" must have 64 hexadecimal digits`);
  checkNumbers(fields, ['bytes'], (what) => bad(what.replace('"', `"${prefix}`)));
}

function checkLayers(layers: unknown, bad: Bad): void {
  if (layers === undefined) return;
  if (!Array.isArray(layers)) throw bad('"layers" is not a list');
  const names = new Set<unknown>();
  for (const layer of layers as unknown[]) {
    if (typeof layer !== 'object' || layer === null)
      throw bad('"layers" contains an entry that is not an object');
    const fields = layer as Record<string, unknown>;
    const { name } = fields;
    if (typeof name !== 'string' || !isLayerName(name)) throw bad('"layers.name" is not the name of a layer');
    if (names.has(name)) throw bad(`"layers" has ${name} twice`);
    names.add(name);
    checkFile(fields, 'layers.', bad);
  }
}

function checkNumbers(fields: Record<string, unknown>, names: readonly string[], bad: Bad): void {
  for (const name of names) {
    const value = fields[name];
    if (!Number.isSafeInteger(value) || (value as number) < 1)
      throw bad(`"${name}" must be a whole number above 0`);
  }
}
