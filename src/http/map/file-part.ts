import type { OpenFile } from '../../sources/map-tiles.js';
import { PIECE_BYTES, type LargeBody } from '../../wire/large-body.js';

/**
 * Memory that parts of files are read into, one piece for each part that is being sent. It is used again:
 * else clients that leave a part unread, again and again, have the allocator keep four times as much. There
 * are never more than the room for large answers allows.
 */
const spare: Buffer[] = [];

/** So many bytes of a file from `first` on, read while they are sent. The file is closed behind them. */
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
