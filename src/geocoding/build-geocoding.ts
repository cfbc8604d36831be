import type { Sections } from '../arrays/sections.js';
import type { Feature } from '../geo/feature.js';
import { streetKey } from '../text/street-key.js';
import { Areas, settleAreas } from './areas/areas.js';
import { numberPlacesInBuildings } from './areas/numbered-buildings.js';
import { postcodePlaces } from './areas/post-codes.js';
import { movePointsToPeople } from './areas/seats.js';
import { buildModel } from './build-model.js';
import { draftOf, structureOf, type Draft } from './places/draft.js';
import { freezeDetails } from './detail-sections.js';
import { freezeModel } from './freeze-model.js';
import { mergeDuplicates } from './places/merge-duplicates.js';
import { mergeLines } from './places/merge-lines.js';
import type { MatchKind } from './places/place.js';
import { buildReverse } from './reverse/reverse-build.js';
import type { SearchModel } from './places/search-model.js';

/** The result of a build: the sections to write into the dataset, and a report about them. */
export interface GeocodingBuild {
  sections: Sections;
  report: GeocodingReport;
}

/** The number of features, grouped by what became of them. */
export interface GeocodingReport {
  places: number;
  byMatchKind: Record<MatchKind, number>;
  /** The number of places per type, most frequent type first. */
  byType: Record<string, number>;
  /** The number of outlines of administrative areas per admin_level (`none` for areas without a level). */
  areasByLevel: Record<string, number>;
  /** The number of line pieces that were merged into other pieces. */
  mergedPieces: number;
  /** The number of nodes and outlines that were merged into other places. */
  mergedDuplicates: number;
  houseNumbers: number;
  /** The number of features that did not become places, per reason. */
  skipped: Record<string, number>;
}

/** `onProgress` is called with the name of a phase and its progress. */
export interface BuildOptions {
  /** Whether places get the house number of the building that contains them. Defaults to `true`. */
  numbersOfBuildings?: boolean;
  onProgress?(phase: string, done: number, total: number): void;
}

/**
 * Builds places, addresses, streets and areas from features, and arranges them in sections for
 * GeocodingIndex. The same features in the same order produce the same bytes.
 */
export function buildGeocoding(features: Iterable<Feature>, options: BuildOptions = {}): GeocodingBuild {
  const { model, report } = collectModel(features, options);
  const steps = 3;
  const forward = freezeModel(model, (phase) => options.onProgress?.(phase, 1, steps));
  options.onProgress?.('indexing positions', 2, steps);
  const sections = { ...forward, ...buildReverse(model.rows), ...freezeDetails(model.rows) };
  options.onProgress?.('indexing positions', steps, steps);
  return { sections, report };
}

/**
 * The first half of the build: collects rows in rank order, and the names by which each row can be found,
 * before any section is written.
 */
export function collectModel(
  features: Iterable<Feature>,
  options: BuildOptions = {},
): { model: SearchModel; report: GeocodingReport } {
  const skipped: Record<string, number> = {};
  const drafts: Draft[] = [];
  let taken = 0;
  for (const feature of features) {
    const draft = draftOf(feature);
    if (typeof draft === 'string') skipped[draft] = (skipped[draft] ?? 0) + 1;
    else drafts.push(draft);
    const structure = structureOf(feature);
    const other = structure === null ? 'no name' : draftOf(structure);
    if (typeof other !== 'string') drafts.push(other);
    if (++taken % 10_000 === 0) options.onProgress?.('classifying', taken, taken);
  }
  options.onProgress?.('merging', 0, 3);
  const lines = drafts.filter((draft) => draft.geometry.kind === 'line');
  const merged = mergeLines(lines, (piece) => `${piece.type}|${streetKey(piece.name)}`);
  const others = drafts.filter((draft) => draft.geometry.kind !== 'line');
  settleAreas(others);
  const places = mergeDuplicates([...others, ...merged]);
  options.onProgress?.('merging', 1, 3);
  const areas = new Areas(places.drafts);
  movePointsToPeople(places.drafts, areas);
  if (options.numbersOfBuildings !== false) numberPlacesInBuildings(places.drafts);
  const model = buildModel([...places.drafts, ...postcodePlaces(places.drafts)], areas);
  options.onProgress?.('merging', 3, 3);
  return {
    model,
    report: {
      ...countPlaces(model),
      mergedPieces: lines.length - merged.length,
      mergedDuplicates: places.merged,
      houseNumbers: model.addresses.length,
      skipped,
    },
  };
}

function countPlaces({
  rows,
}: SearchModel): Pick<GeocodingReport, 'places' | 'byMatchKind' | 'byType' | 'areasByLevel'> {
  const byMatchKind: Record<MatchKind, number> = { address: 0, place: 0, street: 0, settlement: 0, area: 0 };
  const types = new Map<string, number>();
  const areasByLevel: Record<string, number> = {};
  for (const row of rows) {
    byMatchKind[row.matchKind]++;
    types.set(row.type, (types.get(row.type) ?? 0) + 1);
    if (row.matchKind !== 'area' || row.geometry.kind !== 'area') continue;
    const level = row.tags['admin_level'] ?? 'none';
    areasByLevel[level] = (areasByLevel[level] ?? 0) + 1;
  }
  const byType = Object.fromEntries([...types].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
  return { places: rows.length, byMatchKind, byType, areasByLevel };
}
