import type { HeadPieces } from './response-head.js';

/** A single allocation is enough for a few dozen long responses or hundreds of short ones. */
const PIECE_BYTES = 262_144;

/**
 * The number of free bytes before every body, which are reserved for the response head. Our heads take about
 * 700 bytes, and 800 with the longest id.
 */
const HEAD_ROOM = 1024;

/** The location of a body's UTF-8 bytes. */
export class SlabBody {
  readonly piece: Buffer;
  readonly start: number;
  readonly end: number;

  constructor(piece: Buffer, start: number, end: number) {
    this.piece = piece;
    this.start = start;
    this.end = end;
  }

  get length(): number {
    return this.end - this.start;
  }

  bytes(): Buffer {
    return this.piece.subarray(this.start, this.end);
  }

  /**
   * Returns the head and the body in a single buffer, or null if the head is longer than the free space
   * before the body.
   */
  withHead({ kept, own }: HeadPieces): Buffer | null {
    const length = kept.length + own.length;
    if (length > HEAD_ROOM) return null;
    const start = this.start - length;
    this.piece.set(kept, start);
    this.piece.write(own, start + kept.length, 'latin1');
    return this.piece.subarray(start, this.end);
  }
}

/**
 * Memory for response bodies, which are allocated one after another from large pieces. A response is sent
 * from the memory into which it was written, without being copied and without a separate buffer for the
 * garbage collector to free. There are free bytes before each body, so that its head can be sent to the
 * socket in the same write. The memory of bytes that the operating system accepts immediately is reused. A
 * piece is freed when the last response in it is sent.
 */
export class Slab {
  #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #view = new DataView(this.#piece.buffer);
  #start = HEAD_ROOM;

  /** The offset of the next body in the piece that `reserve` returned. */
  get start(): number {
    return this.#start;
  }

  /** A view of the piece that `reserve` returned, for writing several bytes at once. */
  get view(): DataView {
    return this.#view;
  }

  /**
   * Returns a piece with room for at least this many bytes, starting at `start`. Bytes that have been written
   * are only kept if `take` is called.
   */
  reserve(length: number): Buffer {
    if (this.#start + length > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, HEAD_ROOM + length));
      this.#view = new DataView(this.#piece.buffer);
      this.#start = HEAD_ROOM;
    }
    return this.#piece;
  }

  /**
   * Claims the bytes from `start` to `end`. From then on, nothing else uses these bytes or the free space
   * before them.
   */
  take(end: number): SlabBody {
    const body = new SlabBody(this.#piece, this.#start, end);
    this.#start = end + HEAD_ROOM;
    return body;
  }

  /**
   * Returns the memory of an unneeded body to the slab. The body is nearly always the latest one, in which
   * case the next body is written in its place, which is still in the processor's cache.
   */
  giveBack(body: SlabBody): void {
    if (body.piece === this.#piece && body.end + HEAD_ROOM === this.#start) this.#start = body.start;
  }

  /** Encodes a string as UTF-8. */
  textBody(text: string): SlabBody {
    // A UTF-16 code unit becomes at most three bytes.
    const piece = this.reserve(text.length * 3);
    return this.take(this.#start + piece.write(text, this.#start, 'utf8'));
  }
}
