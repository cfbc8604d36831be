import { expect, it } from 'vitest';
import { openInWorker, type EngineWorker, type WorkerRequest } from '../../src/offline/kept/in-worker.js';
import type { OfflineManifest } from '../../src/offline/kept/manifest.js';

/** A worker that replies when the test says so. */
class TestWorker implements EngineWorker {
  onmessage: EngineWorker['onmessage'] = null;
  onerror: EngineWorker['onerror'] = null;
  asked: WorkerRequest[] = [];
  ended = 0;

  postMessage(request: WorkerRequest): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.ended++;
  }

  open(): void {
    this.onmessage!({ data: { id: 1, kind: 'opened', manifest: {} as OfflineManifest, parts: [] } });
  }
}

const OPTIONS = { url: null, kept: 'x', parts: undefined, now_ms: undefined };

it('rejects what waits when it is closed, and what is asked later', async () => {
  const worker = new TestWorker();
  const opening = openInWorker(worker, OPTIONS);
  worker.open();
  const engine = await opening;
  const waiting = [engine.answer('/v1/a'), engine.answer('/v1/b')];
  engine.close();
  engine.close();
  for (const answer of [...waiting, engine.answer('/v1/c')])
    await expect(answer).rejects.toMatchObject({ reason: 'closed' });
  expect(worker.ended).toBe(1);
});

it('ends the worker when the opening is aborted', async () => {
  const worker = new TestWorker();
  const stop = new AbortController();
  const opening = openInWorker(worker, OPTIONS, stop.signal);
  stop.abort(new Error('enough'));
  await expect(opening).rejects.toThrow('enough');
  expect(worker.ended).toBe(1);
  const other = new TestWorker();
  await expect(openInWorker(other, OPTIONS, stop.signal)).rejects.toThrow('enough');
  expect(other.asked).toEqual([]);
});

it('goes on when a signal is aborted behind the opening', async () => {
  const worker = new TestWorker();
  const stop = new AbortController();
  const opening = openInWorker(worker, OPTIONS, stop.signal);
  worker.open();
  const engine = await opening;
  stop.abort();
  const asked = engine.answer('/v1/a');
  worker.onmessage!({ data: { id: 2, kind: 'answer', status: 200, body: new Uint8Array(2) } });
  expect((await asked).status).toBe(200);
  expect(worker.ended).toBe(0);
});

it('has failures of the worker as they were', async () => {
  const worker = new TestWorker();
  const opening = openInWorker(worker, OPTIONS);
  worker.onmessage!({ data: { id: 1, kind: 'failed', reason: 'quota', message: 'full' } });
  await expect(opening).rejects.toMatchObject({ name: 'OfflineError', reason: 'quota' });
  const other = new TestWorker();
  const broken = openInWorker(other, OPTIONS);
  other.onerror!({});
  await expect(broken).rejects.toThrow('The worker failed: it cannot be loaded.');
});
