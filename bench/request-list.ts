/**
 * Whole requests in one piece of memory. As objects, hundreds of thousands of them would be looked at by
 * each garbage collection, and the latencies would include that time.
 */
export class RequestList {
  readonly #bytes: Buffer;
  readonly #ends: Float64Array;

  /** @param ends offset of the end of each request in `bytes` */
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

  /** The request for this turn. After the last one, the list begins again. */
  at(turn: number): Buffer {
    const i = turn % this.#ends.length;
    return this.#bytes.subarray(i === 0 ? 0 : this.#ends[i - 1], this.#ends[i]);
  }
}

/** The bytes of a GET request with the headers that an ordinary client sends. */
export function requestBytes(target: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', 'User-Agent': 'bench', Accept: '*/*', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
}
