import { SECTION_TYPES, type SectionArray, type SectionMap } from '../dataset/format.js';
import { forAll } from './kept/at-once.js';
import { PIECE_BYTES, type OfflineManifest, type OfflinePart } from './kept/manifest.js';
import { OfflineError } from './kept/offline-error.js';
import { checkPiece, type PieceSource } from './kept/piece-source.js';

/**
 * The number of pieces to read at a time. In a browser, reading this many pieces at a time takes half as long
 * as reading one at a time; reading all pieces at the same time is slower again.
 */
const AT_ONCE = 6;

/** Reads the bytes of a part, assembled from its pieces. */
export async function readPart(
  part: OfflinePart,
  manifest: OfflineManifest,
  source: PieceSource,
  { signal, isKept }: { signal?: AbortSignal | undefined; isKept: boolean },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(part.bytes);
  await forAll(part.pieces, AT_ONCE, async (piece, index) => {
    signal?.throwIfAborted();
    const own = await source.piece(piece, manifest, signal);
    if (!isKept) await checkPiece(own, piece);
    if (own.length !== piece.bytes)
      throw new OfflineError('damaged', `${piece.file} has ${own.length} bytes, not ${piece.bytes}.`);
    bytes.set(own, index * PIECE_BYTES);
  });
  return bytes;
}

/** Returns a part's typed arrays as views of its bytes. @throws OfflineError `damaged` */
export function sectionsOf({ name: part, sections }: OfflinePart, bytes: Uint8Array): SectionMap {
  const map: Record<string, SectionArray> = {};
  for (const [name, number, offset, length] of sections) {
    const type = SECTION_TYPES[number];
    if (type === undefined || offset % 8 !== 0 || offset + length * type.BYTES_PER_ELEMENT > bytes.length)
      throw new OfflineError(
        'damaged',
        `The section ${name} of ${part} is outside the part: export it again.`,
      );
    map[name] = new type(bytes.buffer, offset, length);
  }
  return map;
}
