import type { OfflineManifest, OfflinePartName } from './manifest.js';
import { OfflineError, type OfflineReason } from './offline-error.js';

/** The response that a service would send. */
export interface OfflineAnswer {
  status: number;
  /** UTF-8 JSON. */
  body: Uint8Array;
}

/** Answers API requests using an engine in this thread or in a worker. */
export interface Answerer {
  readonly manifest: OfflineManifest;
  readonly parts: readonly OfflinePartName[];
  answer(target: string): Promise<OfflineAnswer>;
  /** Frees the memory and terminates the worker. */
  close(): void;
}

/** Specifies which data a worker opens. */
export interface OpenInWorker {
  /** The URL of a manifest; null for the data stored in this browser. */
  url: string | null;
  /** The name of the stored data. */
  kept: string;
  parts: readonly OfflinePartName[] | undefined;
  now_ms: number | undefined;
}

/** A page's request to a worker; the reply has the same id. */
export type WorkerRequest = { id: number } & Asked;
type Asked = ({ kind: 'open' } & OpenInWorker) | { kind: 'answer'; target: string };

export type WorkerReply = { id: number } & (
  | { kind: 'opened'; manifest: OfflineManifest; parts: readonly OfflinePartName[] }
  | ({ kind: 'answer' } & OfflineAnswer)
  | { kind: 'failed'; reason: OfflineReason | null; message: string }
);

/** The parts of a browser's Worker that we use. */
export interface EngineWorker {
  onmessage: ((event: { data: WorkerReply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(request: WorkerRequest): void;
  terminate(): void;
}

/**
 * Opens an engine in a worker. Aborting the signal before the engine is open terminates the worker.
 * @throws OfflineError for the same reasons as an engine in this thread, and with `closed` for requests that
 * are pending when the engine is closed
 */
export async function openInWorker(
  worker: EngineWorker,
  options: OpenInWorker,
  signal?: AbortSignal,
): Promise<Answerer> {
  const questions = new Questions(worker);
  signal?.throwIfAborted();
  const stop = (): void => questions.end(signal!.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  const opened = await questions
    .ask({ kind: 'open', ...options })
    .finally(() => signal?.removeEventListener('abort', stop));
  if (opened.kind !== 'opened') throw new Error('bug: the worker did not confirm that it opened');
  return {
    manifest: opened.manifest,
    parts: opened.parts,
    answer: async (target) => {
      const answer = await questions.ask({ kind: 'answer', target });
      if (answer.kind !== 'answer') throw new Error('bug: the worker did not return an answer');
      return { status: answer.status, body: answer.body };
    },
    close: () => questions.end(closedError()),
  };
}

/** Requests to a worker that still await a reply. */
class Questions {
  readonly #worker: EngineWorker;
  readonly #waiting = new Map<
    number,
    { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }
  >();
  #last = 0;
  /** The error that explains why no more replies will arrive; null while the worker is in use. */
  #end: Error | null = null;

  constructor(worker: EngineWorker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      const own = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.kind === 'failed') own?.reject(failureOf(data));
      else own?.resolve(data);
    };
    worker.onerror = ({ message = 'it cannot be loaded' }) =>
      this.end(new Error(`The worker failed: ${message}.`));
  }

  ask(request: Asked): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      if (this.#end !== null) return reject(this.#end);
      this.#waiting.set(++this.#last, { resolve, reject });
      this.#worker.postMessage({ ...request, id: this.#last });
    });
  }

  /** Terminates the worker and rejects all pending and future requests. */
  end(reason: Error): void {
    if (this.#end !== null) return;
    this.#end = reason;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

function failureOf({ reason, message }: { reason: OfflineReason | null; message: string }): Error {
  return reason === null ? new Error(message) : new OfflineError(reason, message);
}

export function closedError(): OfflineError {
  return new OfflineError('closed', 'The data were closed: open them again.');
}
