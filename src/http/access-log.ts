/** Where lines of a log go, many at a time: a stream, a file, pino's destination. */
export interface LineSink {
  write(lines: string): unknown;
}

/** Lines are handed on at the latest when this many characters wait: about 150 of them, and half of what a pipe takes at once. */
const CHUNK_LENGTH = 32_768;

/** And when this much time has passed, so that a quiet service logs as it goes. */
const DELAY_MS = 100;

/**
 * Collects lines and writes them in pieces: a write for each request would cost as much as everything else about it.
 * `flush` at the end of the process writes what still waits.
 */
export class AccessLog {
  readonly #sink: LineSink;
  #waiting = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** One line of JSON, without the newline. */
  add(line: string): void {
    this.#waiting += line + '\n';
    if (this.#waiting.length >= CHUNK_LENGTH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), DELAY_MS).unref();
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting === '') return;
    const lines = this.#waiting;
    this.#waiting = '';
    this.#sink.write(lines);
  }
}
