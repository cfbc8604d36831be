/** The answer for a target of the interface. */
export interface TransportAnswer {
  status: number;
  /** Parsed JSON; null for any other text, as from a proxy. */
  body: unknown;
  /** Null: the answer did not come by HTTP. */
  headers: Headers | null;
}

/**
 * Brings a question to the service or the data that answers it.
 * @param target such as `/v1/geocode?q=…`
 * @throws if there is no answer, or the reason of the signal
 */
export type Transport = (target: string, signal?: AbortSignal) => Promise<TransportAnswer>;

export interface NetworkOptions {
  /** The address of the service: `https://maps.example.mn`. */
  url: string;
  /** An API key. */
  key?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** Asks a service over HTTP. */
export function network({ url, key, fetch: own }: NetworkOptions): Transport {
  const base = url.replace(/\/+$/, '');
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  // Browsers' `fetch` throws if it is called as a method of another object.
  const ask = own ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  return async (target, signal) => {
    const answer = await ask(base + target, { headers, ...(signal !== undefined && { signal }) });
    return { status: answer.status, body: await jsonOf(answer, signal), headers: answer.headers };
  };
}

/** Null for a body that is not JSON. @throws the error that ended the request */
async function jsonOf(answer: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return null;
  }
}

/** The data that `gazarch/offline` opens. Only the type is known here: the engine is 80 times as large. */
export interface KeptData {
  /** The body is JSON in UTF-8. */
  answer(target: string): Promise<{ status: number; body: Uint8Array }>;
}

/** Asks data kept on this device. */
export function keptData(data: KeptData): Transport {
  return async (target, signal) => {
    const { status, body } = await data.answer(target);
    signal?.throwIfAborted();
    return { status, body: JSON.parse(new TextDecoder().decode(body)) as unknown, headers: null };
  };
}

export interface NetworkFirstOptions {
  /** How long the network may take, in ms; 4,000 by default: there may be none. */
  patience_ms?: number;
  /** Called when the network did not answer, before the kept data do. */
  onCut?: () => void;
}

/** Asks the first transport; if it has no answer, or only one of a proxy, asks the second. */
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
