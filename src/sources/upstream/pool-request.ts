import type { Dispatcher, Pool } from 'undici';

export interface PoolRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Called when the response begins to arrive. */
  onBegin: () => void;
}

/**
 * Sends a single GET request over a pool and returns the whole response. The client's own `request` creates a
 * stream for each response, which takes longer than everything else it does.
 * @throws the signal's reason, or an error of the client
 */
export function getText(
  pool: Pool,
  { path, headers, signal, onBegin }: PoolRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let controller: Dispatcher.DispatchController | null = null;
    const pieces: Buffer[] = [];
    const abort = (): void => {
      controller?.abort(signal.reason as Error);
      reject(signal.reason as Error);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const done = (): void => signal.removeEventListener('abort', abort);
    pool.dispatch(
      { method: 'GET', path, headers },
      {
        onRequestStart: (started) => {
          controller = started;
          // The request waited for a connection for too long.
          if (signal.aborted) started.abort(signal.reason as Error);
        },
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
          onBegin();
        },
        onResponseData: (_controller, piece) => void pieces.push(piece),
        onResponseEnd: () => {
          done();
          const all = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
          resolve({ status, text: all.toString('utf8') });
        },
        onResponseError: (_controller, error) => {
          done();
          reject(error);
        },
      },
    );
  });
}
