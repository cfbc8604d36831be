/**
 * Replacements for the parts of Node's globals that the service's code uses; they work in browsers and in
 * Node. `scripts/build-offline.mjs` replaces Node's own globals with these. Only the functions needed to
 * write response bodies are included.
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
 * Runs a callback soon, after any events that arrive in the meantime; browsers offer no other way to yield
 * without a delay.
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
