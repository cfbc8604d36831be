import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { alignUp, FORMAT_VERSION, typeNumberOf, type SectionMap } from '../../dataset/format.js';
import { flush, removeQuietly, replaceTextFile, temporaryPath } from '../../dataset/temporary-file.js';
import { reasonOf } from '../../dataset/write-error.js';
import { InputError } from '../../errors.js';
import { forAll } from '../kept/at-once.js';
import {
  EDITION_DIGITS,
  editionText,
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

/** A part to cut into pieces. */
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
  /** The folder for the manifest and its pieces; created if it is missing. */
  to: string;
  onProgress?: (done: number, total: number) => void;
}

/** libuv compresses in this many threads; additional pieces would only have to wait. */
const AT_ONCE = 4;

const ENDINGS: Readonly<Record<Packing, string>> = { br: 'br', gzip: 'gz', none: 'bin' };

/** Makes a part from a dataset's sections: its arrays are joined into one sequence of bytes. */
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
 * Writes pieces and then replaces the manifest. The previous pieces are kept until the next export, so that
 * running downloads can finish. A complete piece that already exists is not packed again.
 * @throws InputError if the folder contains another program's manifest or cannot be written, or if the disk
 *   is full; the manifest is then unchanged
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
    manifest.edition = sha256Of(editionText(manifest)).slice(0, EDITION_DIGITS);
    // The pieces must be on disk before the manifest that names them.
    flush(to);
    replaceTextFile(to, MANIFEST_FILE, `${JSON.stringify(manifest)}\n`);
    flush(to);
    removeOthers(to, [before, manifest]);
    return manifest;
  } catch (cause) {
    if (InputError.is(cause)) throw cause;
    throw new InputError(
      `cannot write pieces to ${to}: ${reasonOf(cause)}; the existing manifest is unchanged`,
      { cause },
    );
  }
}

interface Writing {
  packing: Packing;
  to: string;
  onPiece: () => void;
}

async function writePart(part: PartToExport, writing: Writing): Promise<OfflinePart> {
  const { name, bytes, sections } = part;
  const pieces: OfflinePiece[] = [];
  const starts = Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, i) => i * PIECE_BYTES);
  await forAll(starts, AT_ONCE, async (start, i) => {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    pieces[i] = await writePiece(`${name}-${String(i).padStart(4, '0')}`, piece, writing);
    writing.onPiece();
  });
  const packed_bytes = pieces.reduce((sum, piece) => sum + piece.packed_bytes, 0);
  return { name, bytes: bytes.length, packed_bytes, sections, pieces };
}

async function writePiece(name: string, bytes: Uint8Array, { packing, to }: Writing): Promise<OfflinePiece> {
  const sha256 = sha256Of(bytes);
  const file = `${name}-${sha256.slice(0, 16)}.${ENDINGS[packing]}`;
  const path = join(to, file);
  if (!(await isWhole(path, sha256, packing))) {
    const temporary = temporaryPath(to, file);
    try {
      writeFileSync(temporary, await packed(bytes, packing), { flag: 'wx' });
      flush(temporary, 'r+');
      renameSync(temporary, path);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
  }
  return { file, bytes: bytes.length, packed_bytes: statSync(path).size, sha256 };
}

/** Whether a piece exists with all its bytes: a full disk or a crash may have left only half. */
async function isWhole(path: string, sha256: string, packing: Packing): Promise<boolean> {
  try {
    return sha256Of(await unpacked(readFileSync(path), packing)) === sha256;
  } catch {
    return false;
  }
}

function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
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

const viaUnbrotli = promisify(brotliDecompress);
const viaGunzip = promisify(gunzip);

async function unpacked(bytes: Uint8Array, packing: Packing): Promise<Uint8Array> {
  if (packing === 'none') return bytes;
  return await (packing === 'gzip' ? viaGunzip : viaUnbrotli)(bytes, { maxOutputLength: PIECE_BYTES });
}

/**
 * Returns null if there is no manifest. @throws InputError for another program's manifest: web apps also have
 * a manifest.json
 */
function manifestIn(folder: string): OfflineManifest | null {
  const path = join(folder, MANIFEST_FILE);
  let manifest: Partial<OfflineManifest> | null = null;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Partial<OfflineManifest> | null;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  if (typeof manifest?.manifest === 'number' && Array.isArray(manifest.parts))
    return manifest as OfflineManifest;
  throw new InputError(
    `${path} is not an offline manifest and would be overwritten: name another folder with --to, or ` +
      'remove the file',
  );
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
