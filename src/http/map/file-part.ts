import type { OpenFile } from '../../sources/map-tiles.js';
import { PIECE_BYTES, type LargeBody } from '../../wire/large-body.js';

/**
 * Buffers for parts of files, one for each part in transit. The buffers are reused, because clients that keep
 * leaving parts unread would otherwise make the allocator hold four times as much memory. The number of
 * buffers is limited by the space for large answers.
 */
const spare: Buffer[] = [];

/**
 * Sends `length` bytes of a file, starting at `first`. The bytes are read while they are being sent. The file
 * is closed at the end.
 */
export function filePart(file: OpenFile, first: number, length: number): LargeBody {
  let piece: Buffer | null = null;
  return {
    length,
    held: PIECE_BYTES,
    isMade: false,
    read: (offset, most) => {
      piece ??= spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
      return file.read(first + offset, piece.subarray(0, most));
    },
    close: () => {
      if (piece !== null) spare.push(piece);
      file.close();
    },
  };
}
