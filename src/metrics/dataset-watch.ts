import { createHash } from 'node:crypto';
import type { DatasetFigures, SpeedsFigures } from './figures.js';

/** This is enough digits to distinguish datasets, but few enough to read aloud. */
const EDITION_DIGITS = 12;

/** Tracks the datasets that one process loads. */
export class DatasetWatch {
  swaps = 0;
  refusals = 0;
  /** The number of the operator's own places in use in addition to the dataset. */
  ownPlaces = 0;
  /** Learned speeds. */
  speeds: SpeedsFigures | null = null;
  /** Null without a dataset. */
  current: DatasetFigures | null = null;

  /** @param dataset.metaText `meta/json` of docs/dataset-format.md */
  loaded(dataset: { isSwap: boolean; metaText: string; written_ms: number }): void {
    if (dataset.isSwap) this.swaps++;
    this.current = {
      edition: createHash('sha256').update(dataset.metaText).digest('hex').slice(0, EDITION_DIGITS),
      sources_s: newestSource_s(dataset.metaText),
      written_s: dataset.written_ms / 1000,
    };
  }

  tookOwnPlaces(places: number): void {
    this.ownPlaces = places;
  }

  tookSpeeds(speeds: SpeedsFigures | null): void {
    this.speeds = speeds;
  }

  refused(): void {
    this.refusals++;
  }
}

interface Meta {
  sources?: { timestamp?: string | null }[];
}

function newestSource_s(metaText: string): number | null {
  const { sources = [] } = JSON.parse(metaText === '' ? '{}' : metaText) as Meta;
  const times_s = sources.map(({ timestamp }) => Date.parse(timestamp ?? '') / 1000);
  const known = times_s.filter((time_s) => Number.isFinite(time_s));
  return known.length === 0 ? null : Math.max(...known);
}
