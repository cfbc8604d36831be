import type { FileHandle } from 'node:fs/promises';
import { FormatError } from './format-error.js';

/** A read of this size costs about as much as a read of a few bytes. */
const WINDOW_BYTES = 1024 * 1024;

/** Reads a file from front to back in large pieces and gives out views on them. */
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
   * The bytes at `offset`, which are never overwritten. The caller limits `length` before it asks.
   * @throws FormatError if the file ends before them
   */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const from = offset - this.#start;
    if (from >= 0 && from + length <= this.#window.length) return this.#window.subarray(from, from + length);
    if (offset + length > this.#fileBytes) throw this.#cutOff();
    // A new array each time: blobs that are still being unpacked are views on the old one.
    const window = new Uint8Array(Math.min(this.#fileBytes - offset, Math.max(length, WINDOW_BYTES)));
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.#file.read(window, filled, window.length - filled, offset + filled);
      // The file was truncated after its size was read.
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
