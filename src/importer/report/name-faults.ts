import type { Feature } from '../../geo/feature.js';
import { boxOfLine } from '../../geo/line-box.js';
import { LocalMetric } from '../../geo/local-metric.js';
import type { Position } from '../../geo/position.js';
import { pointOnLines, pointOnSurface } from '../../geo/representative-point.js';
import { AreaIndex } from '../../geocoding/areas/area-index.js';
import { houseNumberTag } from '../../geocoding/places/address-tags.js';
import { classifyFeature } from '../../geocoding/places/classify.js';
import { displayName, isNameKey, searchedNames } from '../../geocoding/places/names.js';
import { isRoad } from '../../osm/area-or-road.js';
import { streetKey } from '../../text/street-key.js';
import type { Fault, FaultKind } from './fault.js';

/** The maximum distance between a house and the street in its address. */
const STREET_REACH_M = 1000;

/** Finds faults in names, house addresses, and the numbering of khoroo. */
export function nameFaults(features: readonly Feature[]): Fault[] {
  return [...lostHouses(features), ...khorooGaps(features), ...mixedNames(features)];
}

/** Returns a position on the object. */
export function positionOf({ geometry }: Feature): [lon7: number, lat7: number] {
  if (geometry.kind === 'point') return [geometry.lon7, geometry.lat7];
  return geometry.kind === 'area' ? pointOnSurface(geometry.polygons) : pointOnLines(geometry.lines);
}

/** Builds an index that finds the areas containing a point. */
export function indexOf(areas: readonly Feature[]): AreaIndex {
  return AreaIndex.build(
    areas.flatMap(({ geometry }) => (geometry.kind === 'area' ? [{ polygons: geometry.polygons }] : [])),
  );
}

export function isArea({ tags, geometry }: Feature, admin_level: string): boolean {
  return (
    geometry.kind === 'area' && tags['boundary'] === 'administrative' && tags['admin_level'] === admin_level
  );
}

function faultOf(kind: FaultKind, feature: Feature, what: string): Fault {
  const [lon7, lat7] = positionOf(feature);
  return { kind, id: feature.id, lon7, lat7, what, count: 1 };
}

/** Finds houses whose address names a street that does not exist. */
function lostHouses(features: readonly Feature[]): Fault[] {
  const streets = new Map<string, Int32Array[]>();
  for (const { tags, geometry } of features) {
    if (geometry.kind === 'point' || !(isRoad(tags) || tags['place'] === 'square')) continue;
    const lines = geometry.kind === 'line' ? geometry.lines : geometry.polygons.flat();
    for (const key of new Set(searchedNames(tags).map(streetKey)))
      streets.set(key, streets.get(key)?.concat(lines) ?? lines);
  }
  return features.flatMap((feature) => {
    const street = feature.tags['addr:street'];
    // Houses computed from an address interpolation line are not mapped: their ids have three colons.
    const isMapped = feature.id.split(':').length === 3 && houseNumberTag(feature.tags) !== undefined;
    if (street === undefined || !isMapped) return [];
    const lines = street.split(';').flatMap((name) => streets.get(streetKey(name)) ?? []);
    if (isNear(positionOf(feature), lines)) return [];
    return [faultOf('house_without_street', feature, `${street}: no street with this name within 1 km`)];
  });
}

function isNear([lon7, lat7]: Position, lines: readonly Int32Array[]): boolean {
  const metric = new LocalMetric(lon7, lat7);
  metric.reach(STREET_REACH_M);
  const { reachX, reachY } = metric;
  return lines.some((line) => {
    const [west, south, east, north] = boxOfLine(line);
    if (lon7 < west - reachX || lon7 > east + reachX || lat7 < south - reachY || lat7 > north + reachY)
      return false;
    metric.measureLine(line, 0, line.length - 2);
    return metric.nearestSquared <= STREET_REACH_M ** 2;
  });
}

/**
 * Matches `12-р хороо`, with or without a district before it, and with only a note after it. This excludes
 * the names of a khoroo's clinics.
 */
const KHOROO = /(?:^|\s)(\d{1,2})[\s-]*(?:р|дугаар|дүгээр|th|st|nd|rd)?\s*(?:хороо|khoroo)(?:$|[\s,(])/i;

/**
 * Finds khoroo numbers without a border: numbers in the names of other objects, and gaps in the numbering.
 */
function khorooGaps(features: readonly Feature[]): Fault[] {
  const districts = features.filter((feature) => isArea(feature, '6'));
  const index = indexOf(districts);
  const bordered = districts.map(() => new Set<number>());
  const named = districts.map(() => new Map<number, Feature>());
  for (const feature of features) {
    const { tags, geometry } = feature;
    const name = displayName(tags) ?? '';
    const kind = geometry.kind === 'area' ? classifyFeature(tags, geometry, true) : 'border line';
    const isKhoroo = typeof kind !== 'string' && kind.type === 'khoroo';
    const number = Number((isKhoroo ? /(\d{1,2})/ : KHOROO).exec(name)?.[1]);
    if (!(number > 0)) continue;
    const given = `${tags['gazarch:district']} дүүрэг`;
    const called = districts.findIndex((district) => searchedNames(district.tags).includes(given));
    const district = called >= 0 ? called : (index.containing(...positionOf(feature)).at(0) ?? -1);
    if (isKhoroo) bordered[district]?.add(number);
    else named[district]?.set(number, feature);
  }
  return districts.flatMap((district, d) => {
    const most = Math.max(0, ...bordered[d], ...named[d].keys());
    const missing = Array.from({ length: most }, (_, i) => i + 1).filter(
      (number) => !bordered[d].has(number) && (named[d].has(number) || number < Math.max(0, ...bordered[d])),
    );
    return missing.map((number) => {
      const what = `${displayName(district.tags)}: khoroo ${number} has no border`;
      return faultOf('khoroo_gap', named[d].get(number) ?? district, what);
    });
  });
}

const WORD = /[\p{L}\p{M}]+/gu;
/**
 * `ATMын` without its hyphen, or a Roman numeral followed by a Cyrillic letter: people write these on
 * purpose.
 */
const WITH_ENDING = /^\p{Script=Latin}{2,}\p{Script=Cyrillic}{1,4}$|^[IVX]+\p{Script=Cyrillic}$/u;
/** Keys of names in languages that do not mix scripts within a word. Other languages do: Андоррæ. */
const OF_ONE_SCRIPT = /^[^:]+(:(mn|ru))?$|^addr:street$/;

/** Finds names with words that mix Latin and Cyrillic letters. */
function mixedNames(features: readonly Feature[]): Fault[] {
  return features.flatMap((feature) =>
    Object.entries(feature.tags).flatMap(([key, value]) => {
      if (!OF_ONE_SCRIPT.test(key) || !(isNameKey(key) || key === 'addr:street')) return [];
      const word = value.match(WORD)?.find((own) => /\p{Script=Cyrillic}/u.test(own) && isMixed(own));
      if (word === undefined) return [];
      const latin = word.match(/\p{Script=Latin}/gu)!.join('');
      return [faultOf('mixed_script', feature, `${value}: ${latin} is Latin`)];
    }),
  );
}

function isMixed(word: string): boolean {
  return /\p{Script=Latin}/u.test(word) && !WITH_ENDING.test(word);
}
