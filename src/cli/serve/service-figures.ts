import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ServiceFigures } from '../../metrics/figures.js';
import { isPostgresUrl } from '../../database/postgres/postgres-url.js';
import type { Only } from '../settings/settings.js';
import { needsDataset } from './data/needs-dataset.js';

/** How often disks are checked. A disk that hangs must not delay a scrape. */
const DISKS_MS = 10_000;

interface Watched {
  usage: { writtenAt_ms: number | null } | null;
  feed: { certificateEnd_ms: number | null; refusals: number } | null;
}

/**
 * Collects facts about the whole service for the metrics.
 * @returns the current values, read at each scrape
 */
export function watchService(
  settings: Only<'dataset' | 'database' | 'geocoder' | 'router'>,
  watched: Readonly<Watched>,
): () => ServiceFigures {
  const free_bytes: Record<string, number> = {};
  const folders = {
    ...(needsDataset(settings) && { dataset: settings.dataset }),
    ...(!isPostgresUrl(settings.database) && { database: dirname(settings.database) }),
  };
  const look = (): void => {
    for (const [name, folder] of Object.entries(folders))
      statfs(folder).then(
        ({ bavail, bsize }) => (free_bytes[name] = bavail * bsize),
        // The path does not exist yet, or its disk is missing.
        () => delete free_bytes[name],
      );
  };
  look();
  setInterval(look, DISKS_MS).unref();
  return () => ({
    free_bytes,
    usageWritten_s: seconds(watched.usage?.writtenAt_ms),
    feedRefusals: watched.feed?.refusals ?? 0,
    feedCertificateEnd_s: seconds(watched.feed?.certificateEnd_ms),
  });
}

function seconds(at_ms: number | null | undefined): number | null {
  return at_ms === null || at_ms === undefined || Number.isNaN(at_ms) ? null : at_ms / 1_000;
}
