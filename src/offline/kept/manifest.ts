import { OfflineError } from './offline-error.js';

/** Version of the fields of a manifest; a reader refuses any other. */
export const MANIFEST_VERSION = 1;

/** Bytes of a piece before it is packed; only the last one of a part is shorter. */
export const PIECE_BYTES = 1_048_576;

export const OFFLINE_PARTS = ['search', 'driving', 'walking', 'tiles'] as const;
/** `search` has places for searches and reverse lookups, a mode its routes, `tiles` the map. */
export type OfflinePartName = (typeof OFFLINE_PARTS)[number];

/** How pieces are packed. What `br` has packed, a web server names in `Content-Encoding`. */
export const PACKINGS = ['br', 'gzip', 'none'] as const;
export type Packing = (typeof PACKINGS)[number];

export interface OfflinePiece {
  /** Name of the file beside the manifest. */
  file: string;
  bytes: number;
  packed_bytes: number;
  /** Of the bytes before they are packed, in hexadecimal. */
  sha256: string;
}

/** A typed array in a part: name, type by the number in a dataset file, offset in bytes, elements. */
export type OfflineSection = readonly [name: string, type: number, offset: number, length: number];

export interface OfflinePart {
  name: OfflinePartName;
  bytes: number;
  packed_bytes: number;
  /** Empty for `tiles`, which is a PMTiles file. */
  sections: readonly OfflineSection[];
  pieces: readonly OfflinePiece[];
}

/** How answers are made: the settings of the deployment that wrote the pieces. */
export interface OfflineSettings {
  max_route_distance_meters: number;
  max_matrix_cells: number;
  max_isochrone_minutes: number;
  isochrone_around_meters: number;
  snap_limit_meters: number;
  snap_detour_meters: number;
  /** By kind of place. */
  reverse_radii_meters: Readonly<Record<string, number>>;
  /** For dates of roads. */
  time_zone: string;
}

/** Whose data it is. */
export interface OfflineSource {
  name: string;
  timestamp: string | null;
  attribution: string | null;
  license: string | null;
  invented?: true;
}

/** The area that pieces were cut to. */
interface OfflineArea {
  name: string;
  /** Degrees: west, south, east, north. */
  bbox: readonly [number, number, number, number];
}

/** What is to be had, and of which bytes. */
export interface OfflineManifest {
  manifest: typeof MANIFEST_VERSION;
  /** Another one for other bytes. */
  edition: string;
  /** Version of the sections: that of the dataset file. */
  format: number;
  generator: string;
  /** When the data were imported, ISO 8601. */
  made_at: string;
  /** Null: all that the dataset has. */
  area: OfflineArea | null;
  packing: Packing;
  sources: readonly OfflineSource[];
  settings: OfflineSettings;
  parts: readonly OfflinePart[];
}

const FILE = /^[a-z0-9][a-z0-9.-]{0,99}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * @param format that this program reads
 * @throws OfflineError `damaged` or `other_version`
 */
export function checkedManifest(value: unknown, format: number): OfflineManifest {
  const manifest = value as OfflineManifest;
  if (typeof manifest !== 'object' || manifest === null || !('manifest' in manifest))
    throw new OfflineError(
      'damaged',
      'This is no manifest of gazarch: write it with "gazarch export offline".',
    );
  if (manifest.manifest !== MANIFEST_VERSION || manifest.format !== format)
    throw new OfflineError(
      'other_version',
      `The pieces are of format ${manifest.manifest}.${manifest.format}, this program reads ` +
        `${MANIFEST_VERSION}.${format}: use the same version of gazarch for both.`,
    );
  if (!Array.isArray(manifest.parts) || !manifest.parts.every(isPart) || typeof manifest.edition !== 'string')
    throw new OfflineError('damaged', 'The manifest is damaged: download it again.');
  return manifest;
}

function isPart({ name, bytes, sections, pieces }: OfflinePart): boolean {
  if (!OFFLINE_PARTS.includes(name) || !Array.isArray(sections) || !Array.isArray(pieces)) return false;
  const count = Math.ceil(bytes / PIECE_BYTES);
  return (
    pieces.length === count &&
    pieces.every(
      (piece: OfflinePiece, i) =>
        FILE.test(piece.file) &&
        SHA256.test(piece.sha256) &&
        piece.bytes === (i + 1 < count ? PIECE_BYTES : bytes - i * PIECE_BYTES),
    )
  );
}

/**
 * The parts of these names, in the order of the manifest.
 * @throws OfflineError `no_part` for one that is not there
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
