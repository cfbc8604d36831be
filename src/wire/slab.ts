import type { HeadPieces } from './response-head.js';

/** One allocation serves a few dozen long responses or hundreds of short ones. */
const PIECE_BYTES = 262_144;

/**
 * Free bytes before every body, for the head of its response. Ours take about 700, and 800 with the longest
 * id.
 */
const HEAD_ROOM = 1024;

/** The place of a body's bytes, in UTF-8. */
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

  /** Head and body in one; null if the head is longer than the room before the body. */
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
 * Bodies of responses, cut one after the other from large pieces. A response is sent from where it was
 * written: without a copy, and without a buffer of its own for the garbage collector. There is room before
 * the body, so its head goes to the socket in the same write. Bytes that the system takes at once are
 * returned. A piece is freed when the last response in it is sent.
 */
export class Slab {
  #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #view = new DataView(this.#piece.buffer);
  #start = HEAD_ROOM;

  /** Where the next body starts in the piece from `reserve`. */
  get start(): number {
    return this.#start;
  }

  /** The piece from `reserve`, to write several bytes at once. */
  get view(): DataView {
    return this.#view;
  }

  /** A piece with room for at least this many bytes from `start` on. Only `take` keeps the written bytes. */
  reserve(length: number): Buffer {
    if (this.#start + length > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, HEAD_ROOM + length));
      this.#view = new DataView(this.#piece.buffer);
      this.#start = HEAD_ROOM;
    }
    return this.#piece;
  }

  /**
   * Claims the bytes from `start` to `end`. From now on, nobody else gets them or the room before them.
   */
  take(end: number): SlabBody {
    const body = new SlabBody(this.#piece, this.#start, end);
    this.#start = end + HEAD_ROOM;
    return body;
  }

  /**
   * Takes back a body whose bytes are not needed. It nearly always is the latest one. Then the next one is
   * written in its place, which is still in the processor's cache.
   */
  giveBack(body: SlabBody): void {
    if (body.piece === this.#piece && body.end + HEAD_ROOM === this.#start) this.#start = body.start;
  }

  /** A text in UTF-8. */
  textBody(text: string): SlabBody {
    // A UTF-16 code unit takes three bytes at most.
    const piece = this.reserve(text.length * 3);
    return this.take(this.#start + piece.write(text, this.#start, 'utf8'));
  }
}
