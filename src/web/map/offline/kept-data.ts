import type { Box } from '../../../geo/position.js';
import { computed, signal } from '@preact/signals';
import { forget, keep, keptManifest } from '../../../offline/kept/keep.js';
import {
  openInWorker,
  type Answerer,
  type EngineWorker,
  type OfflineAnswer,
} from '../../../offline/kept/in-worker.js';
import type { OfflineManifest, OfflinePartName } from '../../../offline/kept/manifest.js';
import { OfflineError, type OfflineReason } from '../../../offline/kept/offline-error.js';
import { fromUrl } from '../../../offline/kept/piece-source.js';
import { ABOUT, KEPT_HEADER, KEPT_NAME, SERVICE_WORKER, type KeptNote } from './names.js';
import { MarkedError } from '../../../errors.js';

/** An area that can be stored: `/map/offline.json`. */
export interface OfflineArea {
  name: string;
  edition: string;
  made_at: string;
  bbox: Box | null;
  parts: { name: OfflinePartName; bytes: number; packed_bytes: number }[];
}

export interface Download {
  area: string;
  done_bytes: number;
  total_bytes: number;
}

/** Whether this browser can store data for this page. */
export const canKeep = 'caches' in globalThis && 'serviceWorker' in navigator;

/** The stored data, or null if there is none. */
export const kept = signal<OfflineManifest | null>(null);
/** The area for which data is stored. */
export const keptArea = signal<string | null>(null);
/** The areas for which data can be stored, or null if unknown. */
export const areas = signal<readonly OfflineArea[] | null>(null);
/** The download in progress, or null if there is none. */
export const download = signal<Download | null>(null);
/** Why the last download ended early, or null if it did not. */
export const problem = signal<OfflineReason | 'stopped' | 'not_installed' | 'failed' | null>(null);
/** Whether there is no network, so that requests are answered from stored data. */
export const isCut = signal(false);

/** A newer edition of the stored data, or null if there is none. */
export const newer = computed<OfflineArea | null>(() => {
  const own = areas.value?.find(({ name }) => name === keptArea.value);
  // Stored data is labeled with the edition of the whole area, even if some parts were left out.
  return own === undefined || kept.value === null || own.edition === kept.value.edition ? null : own;
});

export async function loadKept(): Promise<void> {
  if (!canKeep) return;
  const manifest = await keptManifest(KEPT_NAME);
  kept.value = manifest;
  keptArea.value = (manifest?.note as KeptNote | undefined)?.area ?? null;
}

export async function loadAreas(): Promise<void> {
  const response = await fetch('/map/offline.json').catch(() => null);
  if (response?.ok === true) areas.value = ((await response.json()) as { areas: OfflineArea[] }).areas;
}

let stopping: AbortController | null = null;

/**
 * Downloads data, or resumes an unfinished download. The old data is kept until all the new data has arrived;
 * it is then replaced by a single write, for which no network is needed.
 */
export async function keepArea(area: string, parts: readonly OfflinePartName[]): Promise<void> {
  if (download.peek() !== null) return;
  const { signal: stop } = (stopping = new AbortController());
  problem.value = null;
  download.value = { area, done_bytes: 0, total_bytes: 0 };
  try {
    await navigator.storage.persist().catch(() => false);
    await installed(navigator.serviceWorker.register(SERVICE_WORKER, { scope: '/' }), stop);
    const note: KeptNote = { area, about: await aboutText(stop) };
    await keep(fromUrl(`/map/offline/${area}/manifest.json`), {
      ...{ parts, name: KEPT_NAME, signal: stop, note },
      onProgress: (progress) => (download.value = { area, ...progress }),
    });
    closeEngine();
    await loadKept();
  } catch (error) {
    problem.value = stop.aborted ? 'stopped' : reasonOf(error);
  } finally {
    download.value = null;
  }
}

function reasonOf(error: unknown): OfflineReason | 'not_installed' | 'failed' {
  if (NotInstalled.is(error)) return 'not_installed';
  return OfflineError.is(error) ? error.reason : 'failed';
}

/** Returns the page's metadata while an area is being downloaded. @throws OfflineError `network` */
async function aboutText(stop: AbortSignal): Promise<string> {
  const response = await fetch(ABOUT, { signal: stop, cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true || response.headers.has(KEPT_HEADER))
    throw new OfflineError('network', `${ABOUT} does not answer.`);
  return await response.text();
}

export function stopDownload(): void {
  stopping?.abort();
}

/** Removes everything that this page has stored. */
export async function removeKept(): Promise<void> {
  problem.value = null;
  try {
    await forget(KEPT_NAME);
  } catch (error) {
    problem.value = reasonOf(error);
    return;
  }
  closeEngine();
  kept.value = keptArea.value = null;
  isCut.value = false;
  const registration = await navigator.serviceWorker.getRegistration('/');
  await registration?.unregister();
  const own = (await caches.keys()).filter((name) => name.startsWith('gazarch-shell-'));
  await Promise.all(own.map((name) => caches.delete(name)));
}

let engine: Promise<Answerer> | null = null;

function closeEngine(): void {
  void engine?.then((open) => open.close()).catch(() => undefined);
  engine = null;
}

/** Answers a request from stored data in the same way as the service would. @throws OfflineError */
export async function answerOfKept(target: string): Promise<OfflineAnswer> {
  return await answerOf(target).catch(async (error: unknown) => {
    if (!(OfflineError.is(error) && ['not_found', 'closed'].includes(error.reason))) throw error;
    // Another tab has stored newer data in the meantime.
    closeEngine();
    await loadKept();
    return await answerOf(target);
  });
}

async function answerOf(target: string): Promise<OfflineAnswer> {
  engine ??= openEngine();
  return await (await engine).answer(target);
}

function openEngine(): Promise<Answerer> {
  const url = document.querySelector<HTMLMetaElement>('meta[name=offline-worker]')!.content;
  const worker = new Worker(url, { type: 'module' }) as unknown as EngineWorker;
  const options = { url: null, kept: KEPT_NAME, parts: undefined, now_ms: undefined };
  const opening = openInWorker(worker, options);
  opening.catch(() => (engine = null));
  return opening;
}

/** How often to check whether the network is available again. */
const LOOK_MS = 15_000;
let looking = 0;
const look = (): void => void lookForNetwork();

/**
 * Records that the service did not answer. From then on, requests are answered from stored data until the
 * network is available again.
 */
export function noteCut(): boolean {
  if (kept.peek() === null) return false;
  isCut.value = true;
  warmUp();
  if (looking === 0) {
    looking = window.setInterval(look, LOOK_MS);
    addEventListener('online', look);
  }
  return true;
}

/** After this time, a slow device shows its map even if the places are not loaded yet. */
const MAP_WAITS_MS = 2_000;

/**
 * Resolves when the stored places, if any, are loaded. The map waits for this promise, because drawing the
 * first frame of the map blocks the page for a while.
 */
export let warm: Promise<unknown> = Promise.resolve();

/** Opens stored data while the page is still being drawn, so that the first search is faster. */
function warmUp(): void {
  if (engine !== null || kept.peek()?.parts.some(({ name }) => name === 'search') !== true) return;
  const opened = answerOfKept('/v1/geocode?q=aa&limit=1').catch(() => undefined);
  warm = Promise.race([opened, new Promise((resolve) => setTimeout(resolve, MAP_WAITS_MS))]);
}

async function lookForNetwork(): Promise<void> {
  const response = await fetch(ABOUT, { cache: 'no-store' }).catch(() => null);
  if (response?.ok !== true || response.headers.has(KEPT_HEADER)) return;
  isCut.value = false;
  clearInterval(looking);
  removeEventListener('online', look);
  looking = 0;
}

/** Thrown if the browser could not install the service worker, which stores the page itself. */
class NotInstalled extends MarkedError {
  static override readonly mark = 'NotInstalled';
}

/**
 * Even a slow network delivers the page's files within this time. After this time, the page stops waiting.
 */
const LONGEST_MS = 120_000;

/**
 * Waits until a service worker is active, because the page's files are stored by then.
 * @throws NotInstalled if the service worker cannot become active, or the signal's reason
 */
async function installed(
  registering: Promise<ServiceWorkerRegistration>,
  signal: AbortSignal,
): Promise<void> {
  const registration = await registering.catch((cause: unknown) => {
    throw new NotInstalled('The service worker cannot be loaded.', { cause });
  });
  if (registration.active !== null && registration.installing === null) return;
  const worker = registration.installing ?? registration.waiting!;
  const listening = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (worker.state === 'activated') resolve();
        // A worker that is already active continues with the old files.
        else if (worker.state === 'redundant' && registration.active !== null) resolve();
        else if (worker.state === 'redundant') reject(new NotInstalled('The service worker was given up.'));
      };
      worker.addEventListener('statechange', look, listening);
      const timer = setTimeout(() => reject(new NotInstalled('It takes too long.')), LONGEST_MS);
      listening.signal.addEventListener('abort', () => clearTimeout(timer));
      signal.addEventListener('abort', () => reject(signal.reason as Error), listening);
      look();
    });
  } finally {
    listening.abort();
  }
}
