import { nounOf } from '../../../counted.js';
import type { ImportSummary } from '../../../importer/run-import.js';
import { TRAVEL_MODES } from '../../../travel-mode.js';
import type { DatasetMeta } from '../../../importer/write/meta.js';
import type { DatesReport } from '../../../routing/graph/dated-sections.js';
import { figures } from '../../../importer/guard.js';

export interface RunFigures {
  took_ms: number;
  peakMemory_bytes: number;
}

/**
 * Returns the summary that an import prints when it finishes: one screen with the main facts.
 * @param isVerbose whether to include every figure, the omitted objects with the reasons, and the size of
 * each part
 */
export function summaryLines(
  out: string,
  summary: ImportSummary,
  { isVerbose, ...run }: RunFigures & { isVerbose: boolean },
): string[] {
  const { meta, datasetBytes, warnings, dataset, removed } = summary;
  const size = megabytes(datasetBytes);
  const lines = [
    summary.isNew
      ? `${out}: dataset ${dataset} of ${size} written`
      : `${out}: nothing new; dataset ${dataset} of ${size} is identical and already served`,
  ];
  if (removed.length > 0) lines.push(`  removed   older datasets: ${removed.join(', ')}`);
  for (const source of meta.sources) lines.push(sourceLine(source));
  lines.push(...(isVerbose ? allFigures(summary) : mainFigures(meta)));
  for (const mode of TRAVEL_MODES) lines.push(...dateLines(mode, meta[mode].dates));
  const { limited_ways = 0 } = meta.driving;
  if (limited_ways > 0) lines.push(`  signs     roads with height or weight limits: ${number(limited_ways)}`);
  lines.push(...(isVerbose ? skippedLines(meta) : skippedLine(meta)));
  for (const warning of warnings) lines.push(`  warning   ${warning} (kept because of --force)`);
  if (isVerbose)
    for (const [part, bytes] of partBytes(summary)) lines.push(`  size      ${part} ${megabytes(bytes)}`);
  lines.push(
    `  took      ${(run.took_ms / 1000).toFixed(1)} s, at most ${megabytes(run.peakMemory_bytes)} of memory`,
  );
  return lines;
}

function sourceLine(source: DatasetMeta['sources'][number]): string {
  const what =
    source.features === undefined
      ? [
          ...[many(source.nodes ?? 0, 'node'), many(source.ways ?? 0, 'way')],
          many(source.relations ?? 0, 'relation'),
        ].join(', ')
      : many(source.features, 'feature');
  const age = source.timestamp === null ? '' : `, data of ${source.timestamp.slice(0, 10)}`;
  return `  source    ${source.name} (${megabytes(source.bytes)}${age}): ${what}`;
}

function mainFigures(meta: DatasetMeta): string[] {
  const { place, address, street, settlement, area } = meta.geocoding.byMatchKind;
  return [
    `  places    ${many(place, 'named place')}, ${many(address, 'house number')}, ` +
      `${many(street, 'street')}, ${many(settlement, 'settlement')}, ${many(area, 'area')}`,
    ...TRAVEL_MODES.map((mode) => {
      const km = Object.values(meta[mode].km_by_class).reduce((sum, ofClass) => sum + ofClass, 0);
      const joined = number(Math.round(meta[mode].biggest_component_km));
      const all = number(Math.round(km));
      return `  ${mode.padEnd(10)}${all} km of roads and paths, ${joined} km in one network`;
    }),
  ];
}

function allFigures({ meta }: ImportSummary): string[] {
  const named = Object.entries(figures(meta));
  return named.map(([name, value]) => `  ${number(Math.round(value)).padStart(9)}  ${name}`);
}

function skippedLine({ skipped }: DatasetMeta): string[] {
  const count = skipped.reduce((sum, reason) => sum + reason.count, 0);
  if (count === 0) return [];
  const most = skipped.reduce((a, b) => (b.count > a.count ? b : a));
  const reason = skipped.length === 1 ? most.reason : `most: ${most.reason}`;
  return [`  skipped   ${many(count, 'thing')}, ${reason} (--verbose shows which and why)`];
}

function skippedLines({ skipped }: DatasetMeta): string[] {
  return skipped.map(
    ({ reason, count, examples }) =>
      `  skipped   ${number(count)} × ${reason} ` +
      `(${examples.slice(0, 3).join(', ')}${count > 3 ? ', …' : ''})`,
  );
}

/**
 * Returns lines about roads with time-dependent rules and about ignored rules of this kind, or an empty array
 * if there are neither.
 */
function dateLines(mode: string, { ways, nodes, restrictions, ignored }: DatesReport): string[] {
  const lines: string[] = [];
  if (ways + nodes + restrictions > 0)
    lines.push(
      `  dates     ${mode}: ${many(ways, 'road')}, ${many(nodes, 'gate')} and ` +
        `${many(restrictions, 'restriction')} change with the time`,
    );
  const texts = Object.keys(ignored);
  const count = Object.values(ignored).reduce((sum, times) => sum + times, 0);
  if (count > 0)
    lines.push(
      `  ignored   ${mode}: ${number(count)} × a condition that cannot be read ` +
        `(${texts.slice(0, 3).join(', ')}${texts.length > 3 ? ', …' : ''})`,
    );
  return lines;
}

/** Returns the size of each part of the dataset: the sum of the sections whose names start with `part/`. */
function partBytes(summary: ImportSummary): [string, number][] {
  const parts = new Map<string, number>();
  for (const [name, bytes] of Object.entries(summary.sectionBytes)) {
    const part = name.split('/')[0];
    parts.set(part, (parts.get(part) ?? 0) + bytes);
  }
  return [...parts];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function many(count: number, noun: string): string {
  return `${number(count)} ${nounOf(count, noun)}`;
}
