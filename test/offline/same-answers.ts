import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { readDataset } from '../../src/dataset/read-dataset.js';
import { runCli } from '../cli/run-cli.js';
import { hasChromium, startChromium } from '../console/web/chromium.js';
import { makeKey, Service } from '../e2e/workers-service.js';
import { partOfDay } from '../random-cases.js';
import { copySampleDataset } from '../sample/sample-dataset.js';
import { Firefox, hasFirefox } from './firefox.js';
import { servePieces, type PiecesServer } from './pieces-server.js';
import { RandomTargets, withoutId } from './random-targets.js';

/** Other data: GAZARCH_OFFLINE_DATASET, a folder of datasets. */
const OTHER_DATASET = process.env['GAZARCH_OFFLINE_DATASET'] ?? null;
const BUNDLE = resolve(import.meta.dirname, '../../dist/offline/offline.js');
/** So many are asked at a time. */
const BATCH = 250;

type Answer = [status: number, body: string];
/** @param from the number of the first */
type Asker = (targets: readonly string[], from: number) => Promise<Answer[]>;

type Answering = (target: string) => Promise<{ status: number; body: Uint8Array }>;

interface Bundle {
  open: (source: string | URL) => Promise<{ answer: Answering }>;
}

/** How many answers are compared where, and of which seed. */
interface Counts {
  inNode: number;
  inChromium: number;
  inFirefox: number;
  seed: number;
  /** In so many days all are compared in Node and in Chromium. */
  days: number;
}

/** Answers without a network equal those of a service, byte for byte. */
export function sameAnswers({ inNode, inChromium, inFirefox, seed, days }: Counts): void {
  let folder: string;
  let pieces: string;
  let dataset: string;
  let service: Service;
  let key: string;
  let server: PiecesServer | null = null;
  let browser: Browser | null = null;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gazarch-offline-'));
    pieces = join(folder, 'pieces');
    dataset = OTHER_DATASET ?? join(folder, 'dataset');
    if (OTHER_DATASET === null) await copySampleDataset(dataset);
    // To pack a country takes minutes, and the packing is tested with the sample.
    const packing = OTHER_DATASET === null ? 'br' : 'none';
    const parts = ['--parts', 'search,driving,walking', '--packing', packing];
    const order = ['--dataset', dataset, '--to', pieces, ...parts];
    const { status, stderr } = await runCli(['export', 'offline', ...order]);
    // On a busy machine it says how far it is, too.
    const progress = /^(?: *[\d.]+ s export: packing(?: \d+ %)?\n)*$/;
    expect([status, stderr]).toEqual([0, expect.stringMatching(progress)]);
    const database = join(folder, 'keys.sqlite');
    key = await makeKey(database, 1_000_000);
    // A machine that is busy is no difference of answers.
    const flags = ['--playground', 'off', '--request-timeout-ms', '120000'];
    service = await Service.start({ dataset, database, workers: 1, flags });
    server = await servePieces(pieces);
    if (hasChromium) browser = await startChromium();
  });
  afterAll(async () => {
    agent.destroy();
    await browser?.close();
    await server?.stop();
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ofService: Asker = async (targets) =>
    await Promise.all(
      targets.map(async (target): Promise<Answer> => {
        const { status, text } = await service.ask(new URL(target, 'http://x').href.slice(8), key, agent);
        return [status, withoutId(text)];
      }),
    );

  const targetsOf = (count: number, own: number): string[] =>
    new RandomTargets(readDataset(servedPath(dataset)), own).list(count);

  const compare = async (targets: readonly string[], asker: Asker): Promise<void> => {
    const statuses = new Map<number, number>();
    for (let from = 0; from < targets.length; from += BATCH) {
      const batch = targets.slice(from, from + BATCH);
      const [wanted, got] = await Promise.all([ofService(batch, from), asker(batch, from)]);
      for (const [i, target] of batch.entries()) {
        expect(got[i], `seed ${seed}: ${target}`).toEqual(wanted[i]);
        statuses.set(got[i][0], (statuses.get(got[i][0]) ?? 0) + 1);
      }
    }
    // Results, refusals and absences: else equal answers would say little.
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 404]));
    expect(statuses.get(200)).toBeGreaterThan(targets.length / 2);
  };

  it('in Node', async () => {
    const { open } = (await import(BUNDLE)) as Bundle;
    const offline = await open(pathToFileURL(pieces));
    const targets = partOfDay(targetsOf(inNode, seed), days);
    const decoder = new TextDecoder();
    await compare(targets, async (batch) =>
      Promise.all(
        batch.map(async (target): Promise<Answer> => {
          const { status, body } = await offline.answer(target);
          return [status, withoutId(decoder.decode(body))];
        }),
      ),
    );
  });

  it.skipIf(!hasChromium)('in a worker in Chromium', async () => {
    const page = await browser!.newPage();
    await page.goto(server!.url);
    // As a text: what tests import is not what a page imports.
    await page.evaluate(`import('/offline.js').then(async ({ open }) => {
      const worker = new Worker('/offline-worker.js', { type: 'module' });
      globalThis.offline = await open('/pieces/', { worker });
    })`);
    const targets = partOfDay(targetsOf(inChromium, seed + 1), days);
    await compare(targets, async (batch) => {
      const answers = await page.evaluate(async (all) => {
        const { offline } = globalThis as unknown as {
          offline: { answer: (target: string) => Promise<{ status: number; body: Uint8Array }> };
        };
        const answer = async (target: string): Promise<[number, string]> => {
          const { status, body } = await offline.answer(target);
          return [status, new TextDecoder().decode(body)];
        };
        return await Promise.all(all.map(answer));
      }, batch);
      return answers.map(([status, body]): Answer => [status, withoutId(body)]);
    });
    await page.close();
  });

  if (inFirefox === 0) return;
  it.skipIf(!hasFirefox())('in a worker in Firefox', async () => {
    const targets = targetsOf(inFirefox, seed + 2);
    const all = server!.answersOfSelf(targets);
    const firefox = new Firefox(`${server!.url}/self`);
    try {
      const [agent, answers] = await all;
      expect(agent).toMatch(/Firefox/);
      expect(answers).toHaveLength(targets.length);
      await compare(targets, async (_, from) =>
        answers.slice(from, from + BATCH).map(([status, body]): Answer => [status, withoutId(body)]),
      );
    } finally {
      await firefox.stop();
    }
  });
}
