import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JsonWriter } from './json-writer.js';

/** Responses larger than this are sent piece by piece and count towards the bytes in flight. */
export const LARGE_BYTES = 65_536;

/** The size of the pieces in which a large body is passed to the operating system. */
export const PIECE_BYTES = 32_768;

/**
 * The number of pieces that are sent in one turn of the event loop, so that a fast client does not hold up
 * the others.
 */
const PIECES_PER_TURN = 8;

/**
 * If a connection does not accept a piece within this time, the connection is closed, because the client is
 * not reading.
 */
const STALLED_MS = 10_000;

/**
 * The average rate at which the client must receive a response that is held in memory, not counting a single
 * stall. Sending a file costs next to nothing, no matter how slowly the client receives it.
 */
const LEAST_BYTES_A_SECOND = 32_768;

/** A body that is read while it is being sent. */
export interface LargeBody {
  readonly length: number;
  /** The number of bytes that are held in memory only for this response until it has been sent. */
  readonly held: number;
  /** Whether these bytes are already in memory before the response is sent. */
  readonly isMade: boolean;
  /**
   * Returns at least one byte, and usually `most` bytes, starting at `offset`. The returned buffer is valid
   * until the next call or until `close`.
   */
  read(offset: number, most: number): Buffer;
  /** Called once, after the last read. */
  close(): void;
}

/**
 * Returns a body made from bytes in memory. @param isShared whether these bytes are shared by all clients and
 * are in memory anyway
 */
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
 * Writes a body piece by piece: each step begins a piece in the writer, and yields when the piece contains
 * about `PIECE_BYTES`. A body may be written several times, and must consist of the same bytes each time.
 */
export type WriteInPieces = (json: JsonWriter) => Generator<void, void>;

/**
 * Writes a body only to determine its length, processing a few pieces in each turn of the event loop.
 * @returns its length in bytes, or Infinity if it exceeds `most`
 */
export async function writtenLength(json: JsonWriter, write: WriteInPieces, most: number): Promise<number> {
  let length = 0;
  let pieces = 0;
  const writing = write(json);
  for (let isOver = false; !isOver && length <= most;) {
    isOver = writing.next().done === true;
    length += json.length;
    if (++pieces % PIECES_PER_TURN === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return length <= most ? length : Infinity;
}

/** Yields the pieces of a body in order. Each is a copy and stays valid. */
export function* writtenPieces(json: JsonWriter, write: WriteInPieces): Generator<Buffer, void> {
  const writing = write(json);
  for (let isOver = false; !isOver;) {
    isOver = writing.next().done === true;
    yield json.copied();
  }
}

/**
 * Returns a body that is written while it is being sent.
 * @param length its length in bytes @param held the size of the data that it is written from
 */
export function writtenBody(
  json: JsonWriter,
  write: WriteInPieces,
  { length, held }: { length: number; held: number },
): LargeBody {
  const pieces = writtenPieces(json, write);
  let rest: Buffer = Buffer.alloc(0);
  return {
    length,
    held: held + PIECE_BYTES,
    isMade: true,
    read: (_, most) => {
      if (rest.length === 0) rest = pieces.next().value ?? rest;
      const piece = rest.subarray(0, most);
      rest = rest.subarray(piece.length);
      return piece;
    },
    close: () => void pieces.return(),
  };
}

/**
 * Sends a body piece by piece, each piece after the operating system has accepted the previous one.
 * @param over called once, when everything has been sent or the connection is gone
 * @param stalled_ms how long the client may take to receive one piece
 */
export function sendPieces(
  to: Socket | ServerResponse,
  body: LargeBody,
  over: () => void,
  stalled_ms = STALLED_MS,
): void {
  let at = 0;
  let pieces = 0;
  let isOver = false;
  let stalled: NodeJS.Timeout | undefined;
  const start_ms = performance.now();
  const patience_ms = (): number => {
    if (!body.isMade) return stalled_ms;
    const due_ms = start_ms + stalled_ms + (1000 * at) / LEAST_BYTES_A_SECOND;
    return Math.min(stalled_ms, due_ms - performance.now());
  };
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
    // The response head has promised bytes that do not exist. The only way to report this to the client is to
    // close the connection.
    if (piece === null) return void to.destroy();
    at += piece.length;
    to.write(piece, taken);
    if (to.writableLength > 0) stalled = setTimeout(() => to.destroy(), patience_ms());
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
