import type { Transport } from './transport.js';

export interface NetworkFirstOptions {
  /** How long to wait for the network, in ms; 4,000 by default. There may be no network. */
  patience_ms?: number;
  /** Called when the network did not respond and the local data is about to be used. */
  onCut?: () => void;
}

/**
 * Returns a transport that tries the first transport, and uses the second one if the first gets no response
 * or only a response from a proxy.
 */
export function networkFirst(
  first: Transport,
  second: Transport,
  { patience_ms = 4_000, onCut }: NetworkFirstOptions = {},
): Transport {
  return async (target, signal) => {
    signal?.throwIfAborted();
    const end = new AbortController();
    const stop = (): void => end.abort(signal?.reason);
    const timer = setTimeout(stop, patience_ms);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const answer = await first(target, end.signal);
      if (answer.body !== null) return answer;
    } catch {
      signal?.throwIfAborted();
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
    onCut?.();
    return await second(target, signal);
  };
}
