import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { alignUp, FORMAT_VERSION, typeNumberOf, type SectionMap } from '../../dataset/format.js';
import { removeQuietly, replaceTextFile, temporaryPath } from '../../dataset/temporary-file.js';
import { writeError } from '../../dataset/write-error.js';
import {
  MANIFEST_VERSION,
  PIECE_BYTES,
  type OfflineManifest,
  type OfflinePart,
  type OfflinePartName,
  type OfflinePiece,
  type OfflineSection,
  type Packing,
} from '../kept/manifest.js';
import { MANIFEST_FILE } from '../kept/piece-source.js';

/** A part as it is to be cut into pieces. */
export interface PartToExport {
  name: OfflinePartName;
  bytes: Uint8Array;
  sections: readonly OfflineSection[];
}

export interface ExportOrder extends Omit<
  OfflineManifest,
  'manifest' | 'format' | 'edition' | 'parts' | 'packing'
> {
  parts: readonly PartToExport[];
  packing: Packing;
  /** Folder for the manifest and its pieces; made when it is not there. */
  to: string;
  onProgress?: (done: number, total: number) => void;
}

/** Threads of libuv pack side by side; more than these wait for them anyway. */
const AT_ONCE = 4;

const ENDINGS: Readonly<Record<Packing, string>> = { br: 'br', gzip: 'gz', none: 'bin' };

/** One part of the sections of a dataset: its arrays in one row of bytes. */
export function sectionsPart(name: OfflinePartName, map: SectionMap): PartToExport {
  const sections: OfflineSection[] = [];
  let end = 0;
  for (const section of Object.keys(map).sort()) {
    const array = map[section];
    const offset = alignUp(end);
    sections.push([section, typeNumberOf(array), offset, array.length]);
    end = offset + array.byteLength;
  }
  const bytes = new Uint8Array(end);
  for (const [section, , offset] of sections) {
    const { buffer, byteOffset, byteLength } = map[section];
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
  }
  return { name, bytes, sections };
}

/**
 * Writes pieces, and then the manifest in the place of the one before. The pieces of that one stay until the
 * next export: somebody may be downloading them. A piece that is there already is not packed again.
 * @throws InputError when the folder cannot be written or the disk is full; the manifest is then as before
 */
export async function exportOffline(order: ExportOrder): Promise<OfflineManifest> {
  const { parts: toExport, packing, to, onProgress, ...facts } = order;
  const total = toExport.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / PIECE_BYTES), 0);
  let done = 0;
  try {
    mkdirSync(to, { recursive: true });
    const before = manifestIn(to);
    const parts: OfflinePart[] = [];
    for (const part of toExport)
      parts.push(await writePart(part, { packing, to, onPiece: () => onProgress?.(++done, total) }));
    const manifest: OfflineManifest = {
      manifest: MANIFEST_VERSION,
      edition: '',
      format: FORMAT_VERSION,
      ...facts,
      packing,
      parts,
    };
    manifest.edition = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 16);
    replaceTextFile(to, MANIFEST_FILE, `${JSON.stringify(manifest)}\n`);
    removeOthers(to, [before, manifest]);
    return manifest;
  } catch (cause) {
    throw writeError(to, cause);
  }
}

interface Writing {
  packing: Packing;
  to: string;
  onPiece: () => void;
}

async function writePart(part: PartToExport, writing: Writing): Promise<OfflinePart> {
  const { name, bytes, sections } = part;
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  const pieces: OfflinePiece[] = [];
  const queue = Array.from({ length: count }, (_, i) => i).values();
  const work = async (): Promise<void> => {
    for (const i of queue) {
      pieces[i] = await writePiece(
        `${name}-${String(i).padStart(4, '0')}`,
        bytes.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES),
        writing,
      );
      writing.onPiece();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const packed_bytes = pieces.reduce((sum, piece) => sum + piece.packed_bytes, 0);
  return { name, bytes: bytes.length, packed_bytes, sections, pieces };
}

async function writePiece(name: string, bytes: Uint8Array, { packing, to }: Writing): Promise<OfflinePiece> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = `${name}-${sha256.slice(0, 16)}.${ENDINGS[packing]}`;
  const path = join(to, file);
  if (!existsSync(path)) {
    const temporary = temporaryPath(to, file);
    try {
      writeFileSync(temporary, await packed(bytes, packing), { flag: 'wx' });
      renameSync(temporary, path);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
  }
  return { file, bytes: bytes.length, packed_bytes: statSync(path).size, sha256 };
}

const viaBrotli = promisify(brotliCompress);
const viaGzip = promisify(gzip);

async function packed(bytes: Uint8Array, packing: Packing): Promise<Uint8Array> {
  if (packing === 'none') return bytes;
  if (packing === 'gzip') return await viaGzip(bytes, { level: 9 });
  return await viaBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** Null: there is none that can be read. */
function manifestIn(folder: string): OfflineManifest | null {
  try {
    return JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')) as OfflineManifest;
  } catch {
    return null;
  }
}

const OURS = /^(?:search|driving|walking|tiles)-\d{4,}-[0-9a-f]{16}\.(?:br|gz|bin)(?:\.[0-9a-f]{16}\.tmp)?$/;

function removeOthers(folder: string, manifests: readonly (OfflineManifest | null)[]): void {
  const stays = new Set(
    manifests
      .flatMap((manifest) => manifest?.parts.flatMap(({ pieces }) => pieces) ?? [])
      .map(({ file }) => file),
  );
  for (const name of readdirSync(folder))
    if (OURS.test(name) && !stays.has(name)) removeQuietly(join(folder, name));
}
