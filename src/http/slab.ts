/** One allocation serves some dozens of long responses or hundreds of short ones. */
const PIECE_BYTES = 262_144;

/**
 * Bytes of responses, cut one after the other from large pieces: a response is written where it is sent from, without a copy, and without a
 * buffer of its own for the garbage collector. A piece is freed when the last response in it is sent.
 */
export class Slab {
  #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #used = 0;

  /** Where the next bytes start in what `reserve` gave. */
  get start(): number {
    return this.#used;
  }

  /** A piece with room for at least so many bytes from `start` on. What is written is kept only by `take`. */
  reserve(length: number): Buffer {
    if (this.#used + length > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, length));
      this.#used = 0;
    }
    return this.#piece;
  }

  /** The bytes from `start` up to `end`, which are nobody else's from now on. */
  take(end: number): Buffer {
    const bytes = this.#piece.subarray(this.#used, end);
    this.#used = end;
    return bytes;
  }

  /** A text in UTF-8. */
  textBytes(text: string): Buffer {
    // A UTF-16 code unit takes three bytes at most.
    const piece = this.reserve(text.length * 3);
    return this.take(this.#used + piece.write(text, this.#used, 'utf8'));
  }
}
