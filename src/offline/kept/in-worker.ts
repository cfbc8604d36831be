import type { OfflineManifest, OfflinePartName } from './manifest.js';
import { OfflineError, type OfflineReason } from './offline-error.js';

/** What a service would send. */
export interface OfflineAnswer {
  status: number;
  /** JSON in UTF-8. */
  body: Uint8Array;
}

/** What answers targets of the interface: an engine here, or one in a worker. */
export interface Answerer {
  readonly manifest: OfflineManifest;
  readonly parts: readonly OfflinePartName[];
  answer(target: string): Promise<OfflineAnswer>;
  /** Frees the memory, and ends the worker. */
  close(): void;
}

/** What a worker is to open. */
export interface OpenInWorker {
  /** The URL of a manifest; null: what this browser has kept. */
  url: string | null;
  /** The name under which it is kept. */
  kept: string;
  parts: readonly OfflinePartName[] | undefined;
  now_ms: number | undefined;
}

/** What a page asks of a worker; the reply has the same number. */
export type WorkerRequest = { id: number } & Asked;
type Asked = ({ kind: 'open' } & OpenInWorker) | { kind: 'answer'; target: string };

export type WorkerReply = { id: number } & (
  | { kind: 'opened'; manifest: OfflineManifest; parts: readonly OfflinePartName[] }
  | ({ kind: 'answer' } & OfflineAnswer)
  | { kind: 'failed'; reason: string; message: string }
);

/** What is used of a worker of a browser. */
export interface EngineWorker {
  onmessage: ((event: { data: WorkerReply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(request: WorkerRequest): void;
  terminate(): void;
}

/** Opens an engine in a worker. @throws OfflineError as an engine here does */
export async function openInWorker(worker: EngineWorker, options: OpenInWorker): Promise<Answerer> {
  const waiting = new Map<
    number,
    { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }
  >();
  let last = 0;
  const ask = (request: Asked): Promise<WorkerReply> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      worker.postMessage({ ...request, id: last });
    });
  worker.onmessage = ({ data }) => {
    const own = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.kind === 'failed') own?.reject(new OfflineError(data.reason as OfflineReason, data.message));
    else own?.resolve(data);
  };
  worker.onerror = ({ message = 'it cannot be loaded' }) => {
    for (const { reject } of waiting.values()) reject(new Error(`The worker has failed: ${message}.`));
    waiting.clear();
  };
  const opened = await ask({ kind: 'open', ...options });
  if (opened.kind !== 'opened') throw new Error('bug: a worker that did not open');
  return {
    manifest: opened.manifest,
    parts: opened.parts,
    answer: async (target) => {
      const answer = await ask({ kind: 'answer', target });
      if (answer.kind !== 'answer') throw new Error('bug: a worker that did not answer');
      return { status: answer.status, body: answer.body };
    },
    close: () => worker.terminate(),
  };
}
