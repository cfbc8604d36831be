/**
 * The members of Node that the service's code uses, for browsers and Node alike: `scripts/build-offline.mjs`
 * puts it in place of Node's own. It has only the members that writers of bodies need.
 */

const encoder = new TextEncoder();

class Bytes extends Uint8Array {
  /** @returns the number of written bytes in UTF-8 */
  write(text: string, start = 0): number {
    return encoder.encodeInto(text, this.subarray(start)).written;
  }
}

/** Texts are UTF-8. */
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
 * Runs a callback soon, after everything that has arrived meanwhile: browsers have no other turn without a
 * wait.
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
