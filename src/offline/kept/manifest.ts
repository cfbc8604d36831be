import type { Box, Position } from '../../geo/position.js';
import { TRAVEL_MODES, type TravelMode } from '../../travel-mode.js';
import { OfflineError } from './offline-error.js';

/** The version of the manifest format; readers reject any other version. */
export const MANIFEST_VERSION = 1;

/** The size of a piece in bytes before compression; only the last piece of a part is smaller. */
export const PIECE_BYTES = 1_048_576;

export const OFFLINE_PARTS = ['search', 'driving', 'walking', 'tiles'] as const;
/**
 * `search` contains the places for searches and reverse lookups, each travel mode's part contains its roads,
 * and `tiles` contains the map.
 */
export type OfflinePartName = (typeof OFFLINE_PARTS)[number];

/** The compression formats for pieces. For `br`, a web server must send `Content-Encoding`. */
export const PACKINGS = ['br', 'gzip', 'none'] as const;
export type Packing = (typeof PACKINGS)[number];

export interface OfflinePiece {
  /** The file name, relative to the manifest. */
  file: string;
  bytes: number;
  packed_bytes: number;
  /** The hexadecimal digest of the bytes before compression. */
  sha256: string;
}

/**
 * A typed array in a part: its name, its type number as in a dataset file, its offset in bytes, and its
 * length in elements.
 */
export type OfflineSection = readonly [name: string, type: number, offset: number, length: number];

export interface OfflinePart {
  name: OfflinePartName;
  bytes: number;
  packed_bytes: number;
  /** Empty for `tiles`, which is a PMTiles file. */
  sections: readonly OfflineSection[];
  pieces: readonly OfflinePiece[];
}

/** The settings that affect answers, copied from the deployment that wrote the pieces. */
export interface OfflineSettings {
  max_route_distance_meters: number;
  max_matrix_cells: number;
  max_isochrone_minutes: number;
  isochrone_around_meters: number;
  snap_limit_meters: number;
  snap_detour_meters: number;
  /** The search radius in meters for each kind of place. */
  reverse_radii_meters: Readonly<Record<string, number>>;
  /** The time zone used to evaluate the dates of time-dependent roads. */
  time_zone: string;
}

/** A source of the data. */
export interface OfflineSource {
  name: string;
  timestamp: string | null;
  attribution: string | null;
  license: string | null;
  invented?: true;
}

/** The area in which answers are valid: data outside it may be missing. */
export interface OfflineArea {
  name: string;
  bbox: Box;
  /** Per travel mode: the points, in degrees, where roads cross the border of the box. */
  exits: Readonly<Record<TravelMode, readonly Position[]>>;
}

/** Lists the available parts and their pieces. */
export interface OfflineManifest {
  manifest: typeof MANIFEST_VERSION;
  /** Changes whenever the bytes change. */
  edition: string;
  /** The version of the section format, which is the same as the dataset file's version. */
  format: number;
  generator: string;
  /** When the data was imported, in ISO 8601. */
  made_at: string;
  /** Null if the pieces contain the whole dataset. */
  area: OfflineArea | null;
  packing: Packing;
  sources: readonly OfflineSource[];
  settings: OfflineSettings;
  parts: readonly OfflinePart[];
}

const FILE = /^[a-z0-9][a-z0-9.-]{0,99}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * @param format the format version that this program reads
 * @throws OfflineError `damaged` or `other_version`
 */
export function checkedManifest(value: unknown, format: number): OfflineManifest {
  const manifest = value as OfflineManifest;
  if (!isObject(manifest) || !('manifest' in manifest))
    throw new OfflineError(
      'damaged',
      'This manifest was not made by gazarch: create one with "gazarch export offline".',
    );
  if (manifest.manifest !== MANIFEST_VERSION || manifest.format !== format)
    throw new OfflineError(
      'other_version',
      `The pieces have format ${String(manifest.manifest)}.${String(manifest.format)}, but this program ` +
        `reads ${MANIFEST_VERSION}.${format}: use the same version of gazarch for both.`,
    );
  if (!isManifest(manifest)) throw damagedManifest();
  return manifest;
}

export function damagedManifest(): OfflineError {
  return new OfflineError('damaged', 'The manifest is damaged: download it again, or export it again.');
}

/** Returns the text whose SHA-256 determines the manifest's edition. */
export function editionText(manifest: OfflineManifest): string {
  return JSON.stringify({ ...manifest, edition: '' });
}

/** The number of hexadecimal digits in an edition. */
export const EDITION_DIGITS = 16;

function isManifest(manifest: OfflineManifest): boolean {
  const { edition, made_at, generator, packing, area, sources, settings, parts } = manifest;
  return (
    [edition, made_at, generator].every(isText) &&
    PACKINGS.includes(packing) &&
    (area === null || isArea(area)) &&
    Array.isArray(sources) &&
    sources.every((source: OfflineSource) => isObject(source) && isText(source.name)) &&
    isSettings(settings) &&
    Array.isArray(parts) &&
    parts.every(isPart) &&
    new Set(parts.map(({ name }: OfflinePart) => name)).size === parts.length
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isAmount = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;

function isArea(area: OfflineArea): boolean {
  if (!isObject(area)) return false;
  const { name, bbox, exits } = area;
  const isRow = (numbers: unknown, length: number): boolean =>
    Array.isArray(numbers) && numbers.length === length && numbers.every(Number.isFinite);
  const isExits = (points: unknown): boolean =>
    Array.isArray(points) && points.every((point) => isRow(point, 2));
  return (
    isText(name) && isRow(bbox, 4) && isObject(exits) && TRAVEL_MODES.every((mode) => isExits(exits[mode]))
  );
}

function isSettings(settings: OfflineSettings): boolean {
  if (!isObject(settings)) return false;
  const { reverse_radii_meters, time_zone, ...amounts } = settings;
  return (
    isObject(reverse_radii_meters) &&
    Object.values(reverse_radii_meters).every(isAmount) &&
    isText(time_zone) &&
    SETTINGS.every((name) => isAmount(amounts[name]))
  );
}

const SETTINGS = [
  'max_route_distance_meters',
  'max_matrix_cells',
  'max_isochrone_minutes',
  'isochrone_around_meters',
  'snap_limit_meters',
  'snap_detour_meters',
] as const satisfies readonly (keyof OfflineSettings)[];

function isPart(part: OfflinePart): boolean {
  if (!isObject(part)) return false;
  const { name, bytes, packed_bytes, sections, pieces } = part;
  if (!OFFLINE_PARTS.includes(name) || !Array.isArray(sections) || !Array.isArray(pieces)) return false;
  if (!isCount(bytes) || !isCount(packed_bytes) || !sections.every(isSection)) return false;
  const count = Math.ceil(bytes / PIECE_BYTES);
  return (
    pieces.length === count &&
    pieces.every(
      (piece: OfflinePiece, i) =>
        isObject(piece) &&
        isText(piece.file) &&
        isText(piece.sha256) &&
        FILE.test(piece.file) &&
        SHA256.test(piece.sha256) &&
        isCount(piece.packed_bytes) &&
        piece.bytes === (i + 1 < count ? PIECE_BYTES : bytes - i * PIECE_BYTES),
    )
  );
}

function isSection(section: unknown): boolean {
  if (!Array.isArray(section) || section.length !== 4) return false;
  const [name, ...numbers] = section as unknown[];
  return isText(name) && numbers.every(isCount);
}

/**
 * Returns the parts with these names, in manifest order.
 * @throws OfflineError `no_part` for a missing part
 */
export function partsOf(
  manifest: Pick<OfflineManifest, 'parts'>,
  names: readonly OfflinePartName[] | undefined,
): readonly OfflinePart[] {
  const there = manifest.parts.map(({ name }) => name);
  for (const name of names ?? [])
    if (!there.includes(name))
      throw new OfflineError('no_part', `There is no part "${name}" here, only ${there.join(', ')}.`);
  return manifest.parts.filter(({ name }) => names === undefined || names.includes(name));
}
