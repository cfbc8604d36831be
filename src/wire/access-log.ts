import { requestLine, type LoggedRequest } from './request-line.js';
import { RequestLineWriter, roomFor } from './request-line-writer.js';

/** Where lines of a log go, many at a time: a stream, a file, pino's destination. */
export interface LineSink {
  write(lines: string): unknown;
}

/** Lines are handed on at the latest when this many characters wait: about 150 of them, and half of what a pipe takes at once. */
const CHUNK_LENGTH = 32_768;

/** And when this much time has passed, so that a quiet service logs as it goes. */
const DELAY_MS = 100;

const NEWLINE = 0x0a;

/**
 * Collects lines and writes them in pieces: a write for each request would cost as much as everything else about it. They wait as bytes, because as
 * text they would be thousands of fragments for the garbage collector to carry along. `flush` at the end of the process writes what still waits.
 */
export class AccessLog {
  readonly #sink: LineSink;
  readonly #waiting = Buffer.allocUnsafeSlow(CHUNK_LENGTH);
  readonly #writer = new RequestLineWriter();
  #length = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** The line of one request. */
  addRequest(request: LoggedRequest, status: number, duration_ms: number): void {
    const duration_us = Math.round(duration_ms * 1000);
    if (!this.#writer.takes(request, duration_us)) {
      this.add(requestLine(request, status, duration_us));
      return;
    }
    const keyPart = this.#writer.keyPart(request);
    if (this.#length + roomFor(request, keyPart) > CHUNK_LENGTH) this.flush();
    this.#length = this.#writer.write(request, keyPart, {
      status,
      duration_us,
      bytes: this.#waiting,
      at: this.#length,
    });
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  /** One line of JSON in Latin-1 (what HTTP's own texts are), without the newline. */
  add(line: string): void {
    if (this.#length + line.length + 1 > CHUNK_LENGTH) this.flush();
    if (line.length + 1 > CHUNK_LENGTH) {
      this.#sink.write(`${line}\n`);
      return;
    }
    this.#length += this.#waiting.write(line, this.#length, 'latin1');
    this.#waiting[this.#length++] = NEWLINE;
    this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#length === 0) return;
    const lines = this.#waiting.toString('latin1', 0, this.#length);
    this.#length = 0;
    this.#sink.write(lines);
  }
}
