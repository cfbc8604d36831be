/**
 * The parts of Node's globals that the service's code uses, for browsers and Node alike.
 * `scripts/build-offline.mjs` substitutes them for Node's own. Only what is needed to write bodies is
 * included.
 */

const encoder = new TextEncoder();

class Bytes extends Uint8Array {
  /** @returns the number of UTF-8 bytes written */
  write(text: string, start = 0): number {
    return encoder.encodeInto(text, this.subarray(start)).written;
  }
}

/** Strings are encoded as UTF-8. */
export const Buffer = Object.assign(Bytes, {
  from(source: ArrayLike<number> | string): Bytes {
    const from = typeof source === 'string' ? encoder.encode(source) : source;
    const bytes = new Bytes(from.length);
    bytes.set(from);
    return bytes;
  },
  allocUnsafeSlow: (length: number): Bytes => new Bytes(length),
  byteLength: (text: string): number => encoder.encode(text).length,
});

/**
 * Runs a callback soon, after everything that has arrived in the meantime, because browsers have no other way
 * to wait for a turn without a delay.
 */
export function setImmediate(run: () => void): void {
  const { port1, port2 } = new MessageChannel() as unknown as Record<'port1' | 'port2', Port>;
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}
