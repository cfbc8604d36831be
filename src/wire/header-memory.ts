import { plainHeaders, type PlainHeaders } from './plain-request.js';

/** Both together take two megabytes at most. */
const KEPT = 1_000;
const LONGEST = 1_000;

/** Headers that were read lately, on whatever connection: the clients of a proxy share its connections, and each sends the same lines with every request. */
export class HeaderMemory {
  readonly #known = new Map<string, PlainHeaders>();

  /** Texts that are kept, KEPT at most. */
  get size(): number {
    return this.#known.size;
  }

  /** As plainHeaders(). */
  read(text: string): PlainHeaders | null {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const headers = plainHeaders(text);
    // Lines with the id of a request in them do not come again.
    if (headers !== null && headers['x-request-id'] === undefined && text.length <= LONGEST)
      this.#keep(headers);
    return headers;
  }

  #keep(headers: PlainHeaders): void {
    if (this.#known.size >= KEPT) this.#known.clear();
    // A copy: this text is a part of all that was received with it.
    const text = Buffer.from(headers.text, 'latin1').toString('latin1');
    this.#known.set(text, { ...headers, text });
  }
}
