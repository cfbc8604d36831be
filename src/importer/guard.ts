import { InputError } from '../errors.js';
import type { MatchKind } from '../geocoding/places/place.js';
import { TRAVEL_MODES } from '../travel-mode.js';
import { currentMeta, type DatasetMeta } from './write/meta.js';

/**
 * A fall of more than this share in any figure stops the swap. A nightly import must never silently replace
 * a good dataset with a much poorer one, after a half-downloaded source, a renamed tag or a broken boundary.
 */
const MAX_FALL = 0.2;

/** Figures below this are too small for a share to mean anything. */
const MIN_FIGURE = 20;

/**
 * Compares the new dataset with the one in the folder.
 * @returns a line for each figure that fell too far; they are returned only when `force` lets the swap go on
 * @throws InputError with those lines otherwise.
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
      `the new dataset is much poorer than the one it would replace ` +
        `(more than ${MAX_FALL * 100} % less): ${falls.join('; ')}. ` +
        `The old one stays. If this is what you want, run the import again with --force`,
    );
  }
  return falls;
}

const KIND_NAMES: Readonly<Record<MatchKind, string>> = {
  place: 'named places',
  address: 'house numbers',
  street: 'streets',
  settlement: 'settlements',
  area: 'administrative areas',
};

/** The numbers worth comparing, each with a name that a person understands. */
export function figures(meta: DatasetMeta): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [kind, name] of Object.entries(KIND_NAMES))
    found[name] = meta.geocoding.byMatchKind[kind as MatchKind];
  collect(meta.geocoding.areasByLevel, 'areas of admin_level', found);
  for (const mode of TRAVEL_MODES) {
    // A dataset of an earlier build lacks a mode that is new.
    const report = (meta as Partial<DatasetMeta>)[mode];
    if (report === undefined) continue;
    collect(report.km_by_class, `${mode} km of`, found);
    found[`${mode} km in the biggest network`] = report.biggest_component_km;
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
