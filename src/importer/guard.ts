import { InputError } from '../errors.js';
import { servedPath } from '../dataset/dataset-folder.js';
import { partOf, readDataset } from '../dataset/read-dataset.js';
import { GeocodingIndex } from '../geocoding/geocoding-index.js';
import type { MatchKind } from '../geocoding/places/place.js';
import { RoutingIndex } from '../routing/routing-index.js';
import { TRAVEL_MODES } from '../travel-mode.js';
import { askCanary, ownQuestions, type Canary } from './write/canary.js';
import { currentMeta, decodeMeta, type DatasetMeta } from './write/meta.js';

/**
 * If any figure falls by more than this fraction, the guard stops the swap. A nightly import must never
 * silently replace a good dataset with a much poorer one because a source was half downloaded, a tag was
 * renamed or a boundary broke.
 */
const MAX_FALL = 0.2;

/** Below this value, a figure is too small for a percentage to mean anything. */
const MIN_FIGURE = 20;

/**
 * Compares the new dataset with the dataset in the folder.
 * @returns a line for each figure that fell too far, if `force` lets the swap continue
 * @throws InputError with the same lines otherwise
 */
export function comparedWithCurrent(
  folder: string,
  meta: DatasetMeta,
  options: { force: boolean },
): string[] {
  const current = currentMeta(folder);
  if (current === null) return [];
  const before = figures(current);
  const after = figures(meta);
  const falls = Object.entries(before)
    .filter(([name, value]) => value >= MIN_FIGURE && (after[name] ?? 0) < value * (1 - MAX_FALL))
    .map(([name, value]) => `${name} fell from ${format(value)} to ${format(after[name] ?? 0)}`);
  if (falls.length > 0 && !options.force) {
    throw new InputError(
      `the new dataset is much poorer than the one it would replace (more than ${MAX_FALL * 100} % less): ` +
        `${falls.join('; ')}. The old dataset is kept. If you want the new dataset anyway, run the import ` +
        'again with --force',
    );
  }
  return falls;
}

/** An opened dataset, ready for queries. */
interface Opened {
  geocoding: GeocodingIndex;
  driving: RoutingIndex;
}

const isInvented = ({ sources }: DatasetMeta): boolean => sources.some(({ invented }) => invented === true);

const NO_QUESTIONS: Canary = { places: { areas: [], settlements: [], places: [], houses: [] }, routes: [] };

/**
 * Asks the new dataset the questions that the current one answers, and the operator's own questions.
 * @returns a line for each group of questions that the new dataset fails, if `force` lets the swap continue
 * @throws InputError with the same lines otherwise
 */
export function askedAsCurrent(
  folder: string,
  meta: DatasetMeta,
  { opened, force }: { opened: Opened; force: boolean },
): string[] {
  const current = currentMeta(folder);
  // The bundled sample is fictional, so a real map cannot answer its questions.
  const isSameWorld = current !== null && isInvented(current) === isInvented(meta);
  const falls = askCanary(
    (isSameWorld ? current.canary : undefined) ?? NO_QUESTIONS,
    ownQuestions(folder),
    opened,
  );
  if (falls.length > 0 && !force)
    throw new InputError(
      `the new dataset cannot answer questions that the old one answers: ${falls.join('; ')}. The old ` +
        'dataset is kept. If you want the new dataset anyway, run the import again with --force',
    );
  return falls;
}

/**
 * Asks a served dataset the questions that it could answer when it was built, and the operator's own
 * questions.
 * @returns the number of questions asked, and a line for each group of questions that the dataset fails
 */
export function askServed(folder: string): { asked: number; falls: string[] } {
  const sections = readDataset(servedPath(folder));
  const canary = decodeMeta(sections['meta/json'] as Uint8Array).canary ?? NO_QUESTIONS;
  const own = ownQuestions(folder);
  const opened = {
    geocoding: GeocodingIndex.from(partOf(sections, 'geocoding')),
    driving: RoutingIndex.from(partOf(sections, 'driving')),
  };
  const { places, routes } = canary;
  const asked = [...Object.values(places), routes, own].reduce((sum, { length }) => sum + length, 0);
  return { asked, falls: askCanary(canary, own, opened) };
}

const KIND_NAMES: Readonly<Record<MatchKind, string>> = {
  place: 'named places',
  address: 'house numbers',
  street: 'streets',
  settlement: 'settlements',
  area: 'administrative areas',
};

/** The figures to compare, each with a readable name. */
export function figures(meta: DatasetMeta): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [kind, name] of Object.entries(KIND_NAMES))
    found[name] = meta.geocoding.byMatchKind[kind as MatchKind];
  collect(meta.geocoding.areasByLevel, 'areas of admin_level', found);
  for (const mode of TRAVEL_MODES) {
    // A dataset from an earlier build has no figures for a new mode.
    const report = (meta as Partial<DatasetMeta>)[mode];
    if (report === undefined) continue;
    collect(report.km_by_class, `${mode} km of`, found);
    found[`${mode} km in the largest network`] = report.biggest_component_km;
  }
  return found;
}

function collect(
  counts: Readonly<Record<string, number>>,
  prefix: string,
  into: Record<string, number>,
): void {
  for (const [name, value] of Object.entries(counts)) into[`${prefix} ${name}`] = value;
}

function format(value: number): string {
  return Math.round(value).toLocaleString('en');
}
