/** An API response. */
export interface TransportAnswer {
  status: number;
  /** The parsed JSON; null for any other text, such as a proxy's page. */
  body: unknown;
  /** Null if the response was not received over HTTP. */
  headers: Headers | null;
}

/**
 * Sends a request to the service, or to local data, and returns the response.
 * @param target such as `/v1/geocode?q=…`
 * @throws an error if there is no response; the signal's reason if the signal aborts the request
 */
export type Transport = (target: string, signal?: AbortSignal) => Promise<TransportAnswer>;

export interface NetworkOptions {
  /** The service's URL: `https://maps.example.mn`. */
  url: string;
  /** An API key. */
  key?: string;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** Returns a transport that sends requests to a service over HTTP. */
export function network({ url, key, fetch: own }: NetworkOptions): Transport {
  const base = url.replace(/\/+$/, '');
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  // In browsers, `fetch` throws if it is called as a method of another object.
  const ask = own ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  return async (target, signal) => {
    const answer = await ask(base + target, { headers, ...(signal !== undefined && { signal }) });
    return { status: answer.status, body: await jsonOf(answer, signal), headers: answer.headers };
  };
}

/** Returns null if the body is not JSON. @throws the error that ended the request */
async function jsonOf(answer: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await answer.json();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return null;
  }
}

/**
 * Data opened by `gazarch/offline`. Only the type is declared here, because the offline engine is 80 times as
 * large as this code.
 */
export interface KeptData {
  /** The body is UTF-8 JSON. */
  answer(target: string): Promise<{ status: number; body: Uint8Array }>;
}

/** Returns a transport that reads data stored on this device. */
export function keptData(data: KeptData): Transport {
  return async (target, signal) => {
    const { status, body } = await data.answer(target);
    signal?.throwIfAborted();
    return { status, body: JSON.parse(new TextDecoder().decode(body)) as unknown, headers: null };
  };
}
