import type { FileHandle } from 'node:fs/promises';
import { FormatError } from './format-error.js';

/** The number of bytes per read; reading this many takes about as long as reading a few. */
const WINDOW_BYTES = 1024 * 1024;

/** Reads a file from start to end in large pieces and returns views of them. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #fileBytes: number;
  #window: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(file: FileHandle, fileBytes: number) {
    this.#file = file;
    this.#fileBytes = fileBytes;
  }

  /**
   * Returns the bytes at `offset`, which are never overwritten. The caller must check `length` against a
   * limit first.
   * @throws FormatError if the file ends too early
   */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const from = offset - this.#start;
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length);
    if (offset + length > this.#fileBytes) throw this.#cutOff();
    // Each window is a new array, because blobs that are still being unpacked are views of the old array.
    const window = new Uint8Array(Math.min(this.#fileBytes - offset, Math.max(length, WINDOW_BYTES)));
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.#file.read(window, filled, window.length - filled, offset + filled);
      // The file was truncated after its size was determined.
      if (bytesRead === 0) throw this.#cutOff();
      filled += bytesRead;
    }
    this.#window = window;
    this.#start = offset;
    return window.subarray(0, length);
  }

  #cutOff(): FormatError {
    return new FormatError(
      `the file ends after ${this.#fileBytes} bytes, in the middle of a blob; it is truncated`,
    );
  }
}
