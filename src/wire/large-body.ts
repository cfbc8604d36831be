import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An answer above this is sent piece by piece, and counts among the bytes on their way. */
export const LARGE_BYTES = 65_536;

/** So much of a large body is given to the system at once. */
export const PIECE_BYTES = 32_768;

/** Pieces in one turn of the event loop, so that a fast reader of a large file does not hold up others. */
const PIECES_PER_TURN = 8;

/** A connection that does not take one piece in this time is closed: nobody reads there. */
const STALLED_MS = 10_000;

/** A body that is read while it is sent. */
export interface LargeBody {
  readonly length: number;
  /** Bytes that are in memory for this answer alone, until it is sent. */
  readonly held: number;
  /** Whether they are in memory before it is sent, too. */
  readonly isMade: boolean;
  /** At least one byte from `offset` on, and as a rule `most`. Good until the next call, or `close`. */
  read(offset: number, most: number): Buffer;
  /** Called once, when no more is read. */
  close(): void;
}

/** Bytes that lie in memory. @param isShared they are there anyway, for all who ask */
export function largeBytes(bytes: Buffer, isShared: boolean): LargeBody {
  return {
    length: bytes.length,
    held: isShared ? PIECE_BYTES : bytes.length,
    isMade: !isShared,
    read: (offset, most) => bytes.subarray(offset, offset + most),
    close: () => {},
  };
}

/**
 * Sends a body piece by piece, each when the system has taken the one before.
 * @param over called once: when all is sent, or when the connection is gone
 */
export function sendPieces(to: Socket | ServerResponse, body: LargeBody, over: () => void): void {
  let at = 0;
  let pieces = 0;
  let isOver = false;
  let stalled: NodeJS.Timeout | undefined;
  const finish = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(stalled);
    to.off('close', finish);
    body.close();
    over();
  };
  const next = (): void => {
    if (isOver) return;
    const piece = pieceOf(body, at);
    // The head has promised bytes that are not there: only the end of the connection tells.
    if (piece === null) return void to.destroy();
    at += piece.length;
    to.write(piece, taken);
    if (to.writableLength > 0) stalled = setTimeout(() => to.destroy(), STALLED_MS);
  };
  const taken = (): void => {
    clearTimeout(stalled);
    if (isOver || to.destroyed) return;
    if (at === body.length) finish();
    else if (++pieces % PIECES_PER_TURN === 0) setImmediate(next);
    else next();
  };
  to.on('close', finish);
  if (body.length === 0) finish();
  else next();
}

function pieceOf(body: LargeBody, at: number): Buffer | null {
  try {
    const piece = body.read(at, Math.min(PIECE_BYTES, body.length - at));
    return piece.length === 0 ? null : piece;
  } catch {
    return null;
  }
}
