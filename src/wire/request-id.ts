import { randomBytes } from 'node:crypto';
import { writeBytes, writeBytesBefore, writeNumber, writeNumberBefore } from './ascii-writer.js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** 80 random bits for the process, in front of a running number: unique across replicas and restarts, and cheaper than a random id for each request. */
const PROCESS_ID = `${randomBytes(10).toString('hex')}-`;
const PROCESS_BYTES = Buffer.from(PROCESS_ID);
/** From here on, which takes half a day of full load, a number has more bits than are written in bytes. */
const LONG_NUMBER = 2 ** 31;
const NUMBER_ROOM = 10;
let count = 0;

/** The name of one request, of which text is made only where somebody needs it: it is ASCII that needs no escaping anywhere. */
export class RequestId {
  readonly #sent: string | null;
  readonly #number: number;

  /** @param number of a request without an id of its own */
  private constructor(sent: string | null, number: number) {
    this.#sent = sent;
    this.#number = number;
  }

  /** The client's own `X-Request-ID` when it is plain enough to go into a header and a log, else a new one. */
  static of(sent: string | string[] | undefined): RequestId {
    if (typeof sent === 'string' && ACCEPTED.test(sent)) return new RequestId(sent, 0);
    count++;
    return count < LONG_NUMBER ? new RequestId(null, count) : new RequestId(`${PROCESS_ID}${count}`, 0);
  }

  get text(): string {
    return this.#sent ?? `${PROCESS_ID}${this.#number}`;
  }

  /** Bytes that it takes at most. */
  get room(): number {
    return this.#sent === null ? PROCESS_BYTES.length + NUMBER_ROOM : this.#sent.length;
  }

  /** @returns where it ends */
  write(bytes: Uint8Array, at: number): number {
    const sent = this.#sent;
    if (sent === null) return writeNumber(this.#number, bytes, writeBytes(PROCESS_BYTES, bytes, at));
    for (let i = 0; i < sent.length; i++) bytes[at + i] = sent.charCodeAt(i);
    return at + sent.length;
  }

  /** @returns where it begins */
  writeBefore(bytes: Uint8Array, end: number): number {
    const sent = this.#sent;
    if (sent === null)
      return writeBytesBefore(PROCESS_BYTES, bytes, writeNumberBefore(this.#number, bytes, end));
    return this.write(bytes, end - sent.length) - sent.length;
  }
}
