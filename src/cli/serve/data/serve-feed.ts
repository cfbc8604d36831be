import { maskUrl } from '../../../masked-url.js';
import { accessSync, constants, mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { listDatasets } from '../../../dataset/dataset-folder.js';
import { DatasetFeed } from '../../../dataset-feed/dataset-feed.js';
import { feedState } from '../../../dataset-feed/feed-state.js';
import { InputError } from '../../../errors.js';
import type { Only } from '../../settings/settings.js';

export interface FeedHooks {
  /** Called when a dataset has arrived in the folder. */
  onTaken: () => void;
  /** Called to report whether the newest published data was rejected. */
  onRefusal: (isRefused: boolean) => void;
}

/**
 * Keeps the dataset folder up to date with the data published at a URL. Only one process of a service does
 * this: the one that the user starts.
 * @throws InputError if the folder cannot be written.
 */
export function startFeed(
  url: URL,
  settings: Only<'dataset' | 'keepDatasets' | 'datasetPoll_s'>,
  logger: Logger,
  hooks: FeedHooks,
): DatasetFeed {
  const { dataset: folder, keepDatasets: keep, datasetPoll_s } = settings;
  makeFolder(folder);
  const source = maskUrl(url);
  const feed = new DatasetFeed({
    url,
    folder,
    keep,
    poll_ms: datasetPoll_s * 1_000,
    onTaken: ({ warnings, edition, number, isKept }, took_ms) => {
      for (const warning of warnings) logger.warn({ folder }, warning);
      const what = isKept
        ? 'serving a previously downloaded dataset again'
        : 'dataset downloaded from its URL';
      logger.info({ source, edition, dataset: number, took_ms: Math.round(took_ms) }, what);
      hooks.onTaken();
    },
    onLayers: (taken, removed) => logger.info({ taken, removed }, 'the layers now match those at the URL'),
    onMap: (reason) => {
      if (reason === null) logger.info({ source }, 'map downloaded from its URL');
      else
        logger.warn(
          { source, reason },
          'the published map cannot be downloaded; answers do not depend on it',
        );
    },
    onTrouble: (trouble, reason) => {
      const facts = { source, reason };
      if (trouble === 'refused') logger.error(facts, 'published dataset refused, nothing changes');
      else logger.warn(facts, 'dataset server is unavailable; the served dataset stays in use');
    },
    onRecovered: () => logger.info({ source }, 'datasets can be downloaded again'),
    onRefusal: hooks.onRefusal,
  });
  logger.info({ source, folder, ...heldBefore(folder) }, startText(folder));
  feed.start();
  return feed;
}

function startText(folder: string): string {
  return listDatasets(folder).length === 0
    ? 'no dataset yet: /v1 answers 503 until the first one is downloaded'
    : 'the dataset from the previous run is served while the URL is checked';
}

function heldBefore(folder: string): { edition?: number; taken_at?: string } {
  const last = feedState(folder)?.editions[0];
  return last === undefined ? {} : { edition: last.edition, taken_at: last.taken_at };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new InputError(
      `cannot write to the folder ${folder}: ${(cause as Error).message}; datasets are downloaded there: ` +
        'choose another folder with --dataset-folder',
      { cause },
    );
  }
}
