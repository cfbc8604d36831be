import { writeBytesBefore, writeNumberBefore } from './ascii-writer.js';
import { extraLines, fixedLines, type ResponseHead, type ResponseHeadSettings } from './response-head.js';
import { HEAD_ROOM } from './slab.js';

/** Bytes of a head that are not in its template, at most, beside the request id. */
const ROOM_BESIDE = 80;

const [REMAINING, LENGTH, END] = ['\r\nX-RateLimit-Remaining: ', '\r\nContent-Length: ', '\r\n\r\n'].map(
  (text) => Buffer.from(text),
);

/**
 * Heads on connections that stay open, of the responses that nearly all are, results, and of those there is no time for, refusals: most of one changes once a second and is kept as bytes, and
 * numbers are written into the memory in front of the body, from behind, so that no text is made for it.
 */
export class KeptHeads {
  readonly #settings: ResponseHeadSettings;
  /** By limit of the window, those of results and those of all other heads that are kept. */
  readonly #results = new Map<number, Buffer>();
  readonly #refusals = new Map<number, Buffer>();
  #second = 0;
  #resetAt_s = 0;

  constructor(settings: ResponseHeadSettings) {
    this.#settings = settings;
  }

  /** Writes the head so that it ends at `end`. @returns where it begins; -1 when it is longer than the room that is kept for it. */
  write(head: ResponseHead, bytes: Buffer, end: number): number {
    const template = this.#template(head);
    const { requestId } = head;
    if (template.length + requestId.room + ROOM_BESIDE > HEAD_ROOM) return -1;
    let at = writeBytesBefore(END, bytes, end);
    at = writeNumberBefore(head.contentLength, bytes, at);
    at = writeBytesBefore(LENGTH, bytes, at);
    at = writeNumberBefore(head.window.remaining, bytes, at);
    at = writeBytesBefore(REMAINING, bytes, at);
    at = requestId.writeBefore(bytes, at);
    at -= template.length;
    bytes.set(template, at);
    return at;
  }

  #template(head: ResponseHead): Buffer {
    const second = Math.floor(head.date_ms / 1000);
    const { limit, resetAt_s } = head.window;
    if (second !== this.#second || resetAt_s !== this.#resetAt_s) {
      this.#second = second;
      this.#resetAt_s = resetAt_s;
      this.#results.clear();
      this.#refusals.clear();
    }
    const templates = head.status === 200 ? this.#results : this.#refusals;
    let template = templates.get(limit);
    if (template === undefined) {
      const text = `${fixedLines(head, this.#settings, false)}${extraLines(head.extra)}X-RateLimit-Limit: ${limit}\r\nX-RateLimit-Reset: ${resetAt_s}\r\nX-Request-ID: `;
      templates.set(limit, (template = Buffer.from(text, 'latin1')));
    }
    return template;
  }
}
