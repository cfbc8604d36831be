/** Where lines of a log go, many at a time: a stream, a file, pino's destination. */
export interface LineSink {
  write(lines: string): unknown;
}

/** Lines are handed on at the latest when this many characters wait; a pipe takes 64 KiB at once. */
const CHUNK_LENGTH = 16_384;

/**
 * Collects the lines of one turn of the event loop and writes them in one piece after it, so that no request pays for a write.
 * `flush` at the end of the process writes what still waits.
 */
export class AccessLog {
  readonly #sink: LineSink;
  #waiting = '';
  #scheduled = false;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** One line of JSON, without the newline. */
  add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= CHUNK_LENGTH) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.flush();
      });
    }
  }

  flush(): void {
    if (this.#waiting === '') return;
    const lines = this.#waiting;
    this.#waiting = '';
    this.#sink.write(lines);
  }
}
