/** Whole requests in one piece of memory: as objects, hundreds of thousands of them would have to be looked at by each collection of garbage, and what that takes is in the latencies. */
export class RequestList {
  readonly #bytes: Buffer;
  readonly #ends: Float64Array;

  /** @param ends of each request in the bytes */
  constructor(bytes: Uint8Array, ends: Float64Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#ends = ends;
  }

  static of(requests: readonly Buffer[]): RequestList {
    let end = 0;
    const ends = Float64Array.from(requests, ({ length }) => (end += length));
    return new RequestList(Buffer.concat(requests), ends);
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get ends(): Float64Array {
    return this.#ends;
  }

  /** The list over and over. */
  at(turn: number): Buffer {
    const i = turn % this.#ends.length;
    return this.#bytes.subarray(i === 0 ? 0 : this.#ends[i - 1], this.#ends[i]);
  }
}

/** Of a GET with the headers that such a client sends. */
export function requestBytes(target: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', 'User-Agent': 'bench', Accept: '*/*', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
}
