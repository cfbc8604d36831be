import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { JsonWriter } from './json-writer.js';

/** Larger responses are sent piece by piece and count towards the bytes in flight. */
export const LARGE_BYTES = 65_536;

/** The size of the pieces in which a large body is passed to the system. */
export const PIECE_BYTES = 32_768;

/** The number of pieces in one turn of the event loop, so that a fast client does not hold up others. */
const PIECES_PER_TURN = 8;

/** If a connection does not accept a piece within this time, it is closed: the client is not reading. */
const STALLED_MS = 10_000;

/**
 * The client must receive a response held in memory at this average rate, not counting one stall. A file
 * costs next to nothing, however slowly the client receives it.
 */
const LEAST_BYTES_A_SECOND = 32_768;

/** A body that is read while it is being sent. */
export interface LargeBody {
  readonly length: number;
  /** The number of bytes held in memory only for this response, until it is sent. */
  readonly held: number;
  /** Whether these bytes are in memory even before sending starts. */
  readonly isMade: boolean;
  /**
   * Returns at least one byte from `offset` on, usually `most`. The result is valid until the next call or
   * `close`.
   */
  read(offset: number, most: number): Buffer;
  /** Called once, after the last read. */
  close(): void;
}

/**
 * Returns a body from bytes in memory. @param isShared whether all clients share these bytes, which are in
 * memory anyway
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
 * Writes a body piece by piece: each step begins a piece in the writer, and yields when it has about
 * `PIECE_BYTES`. A body may be written several times, with the same bytes.
 */
export type WriteInPieces = (json: JsonWriter) => Generator<void, void>;

/**
 * Writes a body only to determine its length, a few pieces in each turn of the event loop.
 * @returns its length in bytes; Infinity if it is above `most`
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
 * Sends a body piece by piece, each after the system has accepted the previous one.
 * @param over called once: when everything is sent, or when the connection is gone
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
    // The head has promised bytes that do not exist. The only way to tell the client is to close the
    // connection.
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
