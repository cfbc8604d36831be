import { write, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { LineSink } from '../../../wire/request-log.js';

/**
 * The maximum size of lines waiting to be written, in bytes. Further lines are dropped. The lines of about
 * 4,500 requests fit within this size, so the log's reader may pause for a moment.
 */
const WAITING_MAX_BYTES = 1_048_576;

/** The delay before retrying a write to a full pipe. At 64 kB each time, that allows 3 MB per second. */
const FULL_PIPE_MS = 20;

/** The delay before retrying a write after the disk was full or the reader exited. */
const FAILED_MS = 1_000;

/** How often `settled` checks. */
const LOOK_MS = 5;

interface Piece {
  bytes: Buffer;
  /** The number of bytes of this piece that have been written. */
  written: number;
}

/**
 * A log on a file descriptor that may fail or stall. Writing neither throws nor blocks: lines wait in order,
 * up to a maximum size. Beyond this limit, lines are dropped and counted until all waiting lines are written.
 * `whenDropped` then receives the number of dropped lines.
 *
 * The descriptor should be non-blocking if it is a pipe, a socket or a terminal. A thread that is blocked in
 * a write would prevent the process from exiting.
 */
export class LogOutput implements LineSink {
  whenDropped: (lines: number) => void = () => undefined;
  readonly #fd: number;
  readonly #waiting: Piece[] = [];
  #waiting_bytes = 0;
  #isWriting = false;
  #retry: NodeJS.Timeout | null = null;
  #dropped = 0;
  #droppedSinceStart = 0;
  #failure: NodeJS.ErrnoException | null = null;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** The reason why the last write failed; `null` if it succeeded, or if the reader was only slow. */
  get failure(): NodeJS.ErrnoException | null {
    return this.#failure;
  }

  /** The number of lines dropped since the start. */
  get droppedSinceStart(): number {
    return this.#droppedSinceStart;
  }

  /** The number of bytes waiting to be written. */
  get waiting_bytes(): number {
    return this.#waiting_bytes;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#dropped > 0 || this.#waiting_bytes + bytes.length > WAITING_MAX_BYTES) {
      const lines = linesIn(bytes);
      this.#dropped += lines;
      this.#droppedSinceStart += lines;
      return;
    }
    this.#waiting.push({ bytes, written: 0 });
    this.#waiting_bytes += bytes.length;
    this.#writeNext();
  }

  /** Resolves when everything is written, when a write fails, or after `patience_ms`. */
  async settled(patience_ms: number): Promise<void> {
    const end_ms = performance.now() + patience_ms;
    while (this.#waiting.length > 0 && this.#failure === null && performance.now() < end_ms)
      await pause(LOOK_MS);
  }

  /**
   * Tries once more to write the waiting lines when the process exits. A write already in progress is not
   * repeated.
   */
  writeRest(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    try {
      for (const { bytes, written } of this.#waiting.splice(0).slice(this.#isWriting ? 1 : 0))
        for (let at = written; at < bytes.length;) at += writeSync(this.#fd, bytes, at);
    } catch {
      // At this point, the failure cannot be reported to anyone.
    }
  }

  #writeNext(): void {
    const [piece] = this.#waiting;
    if (piece === undefined || this.#isWriting || this.#retry !== null) return;
    this.#isWriting = true;
    write(this.#fd, piece.bytes, piece.written, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#advance(piece, written);
      else this.#fail(piece, error);
    });
  }

  #advance(piece: Piece, written: number): void {
    this.#failure = null;
    piece.written += written;
    if (piece.written === piece.bytes.length) {
      this.#waiting.shift();
      this.#waiting_bytes -= piece.bytes.length;
      if (this.#waiting.length === 0) this.#tellDropped();
    }
    this.#writeNext();
  }

  #fail(piece: Piece, error: NodeJS.ErrnoException): void {
    const isSlow = error.code === 'EAGAIN';
    if (!isSlow) {
      this.#failure = error;
      this.#beginAgain(piece);
    }
    const again = (): void => {
      this.#retry = null;
      this.#writeNext();
    };
    this.#retry = setTimeout(again, isSlow ? FULL_PIPE_MS : FAILED_MS).unref();
  }

  /**
   * Continues after a partial line, written by this process or by another one that shares the log. Writes a
   * newline first, and then the whole line that was cut off.
   */
  #beginAgain(piece: Piece): void {
    const lineStart = piece.written === 0 ? 0 : piece.bytes.lastIndexOf(NEWLINE, piece.written - 1) + 1;
    const isMarked = lineStart === 0 && piece.bytes[0] === NEWLINE;
    const rest = piece.bytes.subarray(lineStart);
    const bytes = isMarked ? rest : Buffer.concat([LINE_END, rest]);
    this.#waiting_bytes += bytes.length - piece.bytes.length;
    Object.assign(piece, { bytes, written: 0 });
  }

  #tellDropped(): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    if (dropped > 0) this.whenDropped(dropped);
  }
}

const NEWLINE = 0x0a;
const LINE_END = Buffer.from('\n');

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
