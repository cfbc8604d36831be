import type { OfflineManifest, OfflinePartName } from './manifest.js';
import { OfflineError, type OfflineReason } from './offline-error.js';

/** The answer that a service would send. */
export interface OfflineAnswer {
  status: number;
  /** JSON in UTF-8. */
  body: Uint8Array;
}

/** Answers targets of the interface: an engine here, or one in a worker. */
export interface Answerer {
  readonly manifest: OfflineManifest;
  readonly parts: readonly OfflinePartName[];
  answer(target: string): Promise<OfflineAnswer>;
  /** Frees the memory, and ends the worker. */
  close(): void;
}

/** The data that a worker opens. */
export interface OpenInWorker {
  /** The URL of a manifest; null: the data kept in this browser. */
  url: string | null;
  /** The name of the kept data. */
  kept: string;
  parts: readonly OfflinePartName[] | undefined;
  now_ms: number | undefined;
}

/** A page's question to a worker; the reply has the same number. */
export type WorkerRequest = { id: number } & Asked;
type Asked = ({ kind: 'open' } & OpenInWorker) | { kind: 'answer'; target: string };

export type WorkerReply = { id: number } & (
  | { kind: 'opened'; manifest: OfflineManifest; parts: readonly OfflinePartName[] }
  | ({ kind: 'answer' } & OfflineAnswer)
  | { kind: 'failed'; reason: OfflineReason | null; message: string }
);

/** The used members of a browser's worker. */
export interface EngineWorker {
  onmessage: ((event: { data: WorkerReply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  postMessage(request: WorkerRequest): void;
  terminate(): void;
}

/**
 * Opens an engine in a worker. A signal that is aborted before it is open ends the worker.
 * @throws OfflineError like an engine here, and `closed` for unanswered questions when it is closed
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
  if (opened.kind !== 'opened') throw new Error('bug: a worker that did not open');
  return {
    manifest: opened.manifest,
    parts: opened.parts,
    answer: async (target) => {
      const answer = await questions.ask({ kind: 'answer', target });
      if (answer.kind !== 'answer') throw new Error('bug: a worker that did not answer');
      return { status: answer.status, body: answer.body };
    },
    close: () => questions.end(closedError()),
  };
}

/** Questions to a worker, until it replies. */
class Questions {
  readonly #worker: EngineWorker;
  readonly #waiting = new Map<
    number,
    { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }
  >();
  #last = 0;
  /** Why there are no more answers. */
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
      this.end(new Error(`The worker has failed: ${message}.`));
  }

  ask(request: Asked): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      if (this.#end !== null) return reject(this.#end);
      this.#waiting.set(++this.#last, { resolve, reject });
      this.#worker.postMessage({ ...request, id: this.#last });
    });
  }

  /** Ends the worker. Waiting and later questions are rejected. */
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
  return new OfflineError('closed', 'It was closed: open it again.');
}
