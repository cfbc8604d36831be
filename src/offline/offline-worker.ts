import { Engine } from './engine.js';
import type { WorkerReply, WorkerRequest } from './kept/in-worker.js';
import { keptSource } from './kept/keep.js';
import { OfflineError } from './kept/offline-error.js';
import { fromUrl } from './kept/piece-source.js';

interface WorkerScope {
  onmessage: ((event: { data: WorkerRequest }) => void) | null;
  postMessage(reply: WorkerReply, transfer?: ArrayBuffer[]): void;
}

const scope = globalThis as unknown as WorkerScope;
let engine: Engine | null = null;

async function reply(request: WorkerRequest): Promise<void> {
  const { id } = request;
  if (request.kind === 'open') {
    const { url, kept, parts, now_ms } = request;
    const source = url === null ? await keptSource(kept) : fromUrl(url);
    engine = await Engine.open(source, { parts, now_ms, isKept: url === null });
    scope.postMessage({ id, kind: 'opened', manifest: engine.manifest, parts: engine.parts });
  } else if (engine !== null) {
    const { status, body } = await engine.answer(request.target);
    scope.postMessage({ id, kind: 'answer', status, body }, [body.buffer as ArrayBuffer]);
  }
}

/**
 * Runs an engine outside the page's thread, so that long requests do not block the page.
 * offline/kept/in-worker.ts sends the requests.
 */
scope.onmessage = ({ data }) => {
  reply(data).catch((error: unknown) => {
    const reason = OfflineError.is(error) ? error.reason : null;
    scope.postMessage({ id: data.id, kind: 'failed', reason, message: (error as Error).message });
  });
};
