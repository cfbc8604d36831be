import { computed, signal } from '@preact/signals';
import { forget, keep, keptManifest } from '../../../offline/kept/keep.js';
import { openInWorker, type Answerer, type EngineWorker } from '../../../offline/kept/in-worker.js';
import type { OfflineManifest, OfflinePartName } from '../../../offline/kept/manifest.js';
import { OfflineError, type OfflineReason } from '../../../offline/kept/offline-error.js';
import { fromUrl } from '../../../offline/kept/piece-source.js';
import { ABOUT, KEPT_HEADER, KEPT_NAME, PAGE_CACHE, SERVICE_WORKER } from './names.js';

/** What can be kept: `/map/offline.json`. */
export interface OfflineArea {
  name: string;
  edition: string;
  made_at: string;
  bbox: readonly [number, number, number, number] | null;
  parts: { name: OfflinePartName; bytes: number; packed_bytes: number }[];
}

export interface Download {
  area: string;
  done_bytes: number;
  total_bytes: number;
}

/** Whether this browser keeps anything for this page. */
export const canKeep = 'caches' in globalThis && 'serviceWorker' in navigator;

/** What is kept; null: nothing. */
export const kept = signal<OfflineManifest | null>(null);
/** The area of what is kept. */
export const keptArea = signal<string | null>(null);
/** What can be kept; null: not known. */
export const areas = signal<readonly OfflineArea[] | null>(null);
/** The download that is going on; null: none is. */
export const download = signal<Download | null>(null);
/** Why the last download ended before it was done; null: it did not. */
export const problem = signal<OfflineReason | 'stopped' | 'failed' | null>(null);
/** There is no network, and what is kept answers. */
export const isCut = signal(false);

/** A newer edition of what is kept; null: there is none. */
export const newer = computed<OfflineArea | null>(() => {
  const own = areas.value?.find(({ name }) => name === keptArea.value);
  return own === undefined || kept.value === null || isSameData(own, kept.value) ? null : own;
});

/** The edition of what is kept is that of the whole area, of which some parts may be kept. */
function isSameData(area: OfflineArea, manifest: OfflineManifest): boolean {
  return area.edition === manifest.edition;
}

const AREA_ENTRY = '/map/kept-area';

export async function loadKept(): Promise<void> {
  if (!canKeep) return;
  kept.value = await keptManifest(KEPT_NAME);
  if (kept.value === null) return;
  const entry = await (await caches.open(PAGE_CACHE)).match(AREA_ENTRY);
  keptArea.value = (await entry?.text()) ?? null;
}

export async function loadAreas(): Promise<void> {
  const response = await fetch('/map/offline.json').catch(() => null);
  if (response?.ok === true) areas.value = ((await response.json()) as { areas: OfflineArea[] }).areas;
}

let stopping: AbortController | null = null;

/** Downloads, or goes on with what a download before has left. What is kept stays until all is there. */
export async function keepArea(area: string, parts: readonly OfflinePartName[]): Promise<void> {
  if (download.peek() !== null) return;
  const { signal: stop } = (stopping = new AbortController());
  problem.value = null;
  download.value = { area, done_bytes: 0, total_bytes: 0 };
  try {
    await navigator.storage.persist().catch(() => false);
    await navigator.serviceWorker.register(SERVICE_WORKER, { scope: '/' });
    await ready(stop);
    const manifest = await keep(fromUrl(`/map/offline/${area}/manifest.json`), {
      ...{ parts, name: KEPT_NAME, signal: stop },
      onProgress: (progress) => (download.value = { area, ...progress }),
    });
    const page = await caches.open(PAGE_CACHE);
    await page.put(AREA_ENTRY, new Response(area));
    await page.add(ABOUT);
    closeEngine();
    kept.value = manifest;
    keptArea.value = area;
  } catch (error) {
    problem.value = stop.aborted ? 'stopped' : error instanceof OfflineError ? error.reason : 'failed';
  } finally {
    download.value = null;
  }
}

/** The page itself is kept by the service worker before it is ready. */
async function ready(stop: AbortSignal): Promise<void> {
  const stopped = new Promise<never>((_, reject) =>
    stop.addEventListener('abort', () => reject(stop.reason as Error)),
  );
  await Promise.race([navigator.serviceWorker.ready, stopped]);
}

export function stopDownload(): void {
  stopping?.abort();
}

/** Removes all that this page has stored. */
export async function removeKept(): Promise<void> {
  closeEngine();
  kept.value = keptArea.value = problem.value = null;
  isCut.value = false;
  await forget(KEPT_NAME);
  const registration = await navigator.serviceWorker.getRegistration('/');
  await registration?.unregister();
  const own = (await caches.keys()).filter(
    (name) => name === PAGE_CACHE || name.startsWith('gazarch-shell-'),
  );
  await Promise.all(own.map((name) => caches.delete(name)));
}

let engine: Promise<Answerer> | null = null;

function closeEngine(): void {
  void engine?.then((open) => open.close()).catch(() => undefined);
  engine = null;
}

/** An answer of what is kept, as the service would give it. @throws OfflineError */
export async function keptAnswer(target: string): Promise<{ ok: boolean; status: number; body: unknown }> {
  engine ??= openEngine();
  const { status, body } = await (await engine).answer(target);
  return { ok: status === 200, status, body: JSON.parse(new TextDecoder().decode(body)) as unknown };
}

function openEngine(): Promise<Answerer> {
  const url = document.querySelector<HTMLMetaElement>('meta[name=offline-worker]')!.content;
  const worker = new Worker(url, { type: 'module' }) as unknown as EngineWorker;
  const options = { url: null, kept: KEPT_NAME, parts: undefined, now_ms: undefined };
  const opening = openInWorker(worker, options);
  opening.catch(() => (engine = null));
  return opening;
}

/** How often it is looked whether there is a network again. */
const LOOK_MS = 15_000;
let looking = 0;

/** There was no answer of the service: what is kept answers until there is a network again. */
export function noteCut(): boolean {
  if (kept.peek() === null) return false;
  isCut.value = true;
  if (looking === 0) {
    looking = window.setInterval(() => void lookForNetwork(), LOOK_MS);
    addEventListener('online', () => void lookForNetwork());
  }
  return true;
}

async function lookForNetwork(): Promise<void> {
  const response = await fetch(ABOUT, { cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true || response.headers.has(KEPT_HEADER)) return;
  isCut.value = false;
  clearInterval(looking);
  looking = 0;
}
