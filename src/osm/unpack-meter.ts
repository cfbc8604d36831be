import { FormatError } from './format-error.js';
import { FREE_UNPACKED_BYTES, MAX_UNPACK_RATIO } from './limits.js';

/** Tracks how far a packed file expands, so that a small file cannot take hours to process. */
export class UnpackMeter {
  #unpacked = 0;

  /**
   * Adds unpacked bytes. `packed` is the number of bytes read from the file so far.
   * @throws FormatError if the file expands more than any real file would
   */
  add(unpacked: number, packed: number): void {
    this.#unpacked += unpacked;
    if (this.#unpacked <= FREE_UNPACKED_BYTES + packed * MAX_UNPACK_RATIO) return;
    throw new FormatError(
      `${packed} bytes unpack to ${this.#unpacked} or more; real map data unpacks to at most ` +
        `${MAX_UNPACK_RATIO} times their size`,
    );
  }
}
