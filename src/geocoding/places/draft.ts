import type { Feature, Geometry, Tags } from '../../geo/feature.js';
import { HOUSE_NAME, houseNumberTag, numbersBetween, streetTag } from './address-tags.js';
import { areaM2, lengthM } from '../../geo/measure.js';
import { pointOnLines, pointOnSurface } from '../../geo/representative-point.js';
import { sameNameKey } from '../../text/forms.js';
import { houseNumberKeys } from '../../text/house-number.js';
import { fullAddress, withFullAddress } from './full-address.js';
import { classifyFeature, type Classified, type NotAPlace } from './classify.js';
import {
  branchNames,
  displayName,
  exactRefs,
  POSTCODE,
  postcodeNames,
  postCodes,
  searchedNames,
  structureTags,
} from './names.js';
import type { PlaceRow } from './place.js';

/** A place during the build. The steps of the build read it and may still change it. */
export interface Draft extends PlaceRow {
  /** All names that searches use, starting with `name`. Empty if the place only has a ref. */
  names: string[];
  /** The names in `names` that were generated rather than tagged. */
  made?: readonly string[];
  /** Texts that only match as a whole: road numbers, airport codes, postcodes. */
  refs: string[];
  /** The prominence before bonuses. */
  base: number;
  /**
   * A key that is equal for all names that people consider the same. Generic words are normalized to a single
   * spelling, and initials are omitted.
   */
  nameKey: string;
  /** The size in square meters for an area, in meters for a line, or 0 for a point. */
  size: number;
  /** The ids of the features that an area names as its label or admin_centre. */
  labels: readonly string[];
  house: House | null;
}

/** The address of an object with a house number. */
interface House {
  /** The house numbers as written, split at `;` and `,`. */
  numbers: string[];
  /** The keys by which the house number can be found; see houseNumberKeys(). */
  keys: string[];
  /** The street, taken from addr:street or else from addr:place. */
  street: string;
}

/** Returns the draft for a feature, or the reason why the feature is not a place. */
export function draftOf(given: Feature): Draft | NotAPlace {
  const feature = { ...given, tags: withFullAddress(given.tags) };
  const { tags, geometry } = feature;
  const display = displayName(tags);
  const kind = classifyFeature(
    tags,
    geometry,
    display !== null ||
      (tags['highway'] !== undefined && exactRefs(tags).length > 0 && geometry.kind === 'line'),
  );
  if (typeof kind === 'string') return kind;
  const house = houseOf(tags);
  if (house !== null && (kind.matchKind === 'address' || saysOnlyTheNumber(kind, feature, house)))
    return address(feature, house, display);
  const names = searchedNames(tags);
  const isCode = kind.type === POSTCODE;
  const made = isCode ? [] : branchNames(tags, names);
  // A search for 142 is meant to find a school with that number rather than a postcode that begins with it.
  const refs = isCode ? [...names, ...names.flatMap(postcodeNames)] : exactRefs(tags);
  const name = display ?? refs[0];
  return {
    ...bare(feature, kind),
    name,
    names: isCode ? [] : [...names, ...made],
    ...(made.length > 0 && { made }),
    refs: isCode ? refs : [...refs, ...postCodes(tags), ...wholeAddress(tags, name)],
    nameKey: sameNameKey(name),
    house,
  };
}

/**
 * Returns the whole address, unless it already serves as the name. The address is found only by an exact
 * match: if it were a name, every address in a town would begin with the town's name.
 */
function wholeAddress(tags: Tags, name: string): string[] {
  const text = fullAddress(tags);
  return text === null || text === name ? [] : [text];
}

/** Returns the bridge or tunnel that a road names in addition to its own name, or null if it names none. */
export function structureOf({ id, tags, geometry }: Feature): Feature | null {
  const structure = geometry.kind === 'line' ? structureTags(tags) : null;
  return structure === null ? null : { id: `${id}:${structure.kind}`, tags: structure.tags, geometry };
}

/**
 * Returns a point on the surface of an area or on the lines of a street; for a point, returns its position.
 */
export function pointOf(geometry: Geometry): [lon7: number, lat7: number] {
  switch (geometry.kind) {
    case 'point':
      return [geometry.lon7, geometry.lat7];
    case 'line':
      return pointOnLines(geometry.lines);
    case 'area':
      return pointOnSurface(geometry.polygons);
  }
}

/** Returns the size in square meters for an area, in meters for a line, or 0 for a point. */
export function sizeOfGeometry(geometry: Geometry): number {
  return geometry.kind === 'area'
    ? areaM2(geometry.polygons)
    : geometry.kind === 'line'
      ? lengthM(geometry.lines)
      : 0;
}

/** Returns the address in display form: `Энхтайваны өргөн чөлөө 15`. */
function houseName(house: House): string {
  return `${house.street} ${house.numbers.join(', ')}`;
}

function address(feature: Feature, house: House, display: string | null): Draft {
  const name = houseName(house);
  const kind: Classified = { type: 'address', matchKind: 'address', base: 5 };
  const names = display === null ? [name] : [name, ...searchedNames(feature.tags)];
  return {
    ...bare(feature, kind),
    name,
    names,
    refs: [...postCodes(feature.tags), ...wholeAddress(feature.tags, name)],
    nameKey: sameNameKey(name),
    house,
  };
}

/**
 * Returns the fields that do not depend on the name. A line is not given a point here because mergeLines
 * computes one point for all of its pieces together.
 */
function bare(
  { id, tags, geometry, labels, entrance }: Feature,
  { type, matchKind, base }: Classified,
): Omit<Draft, 'name' | 'names' | 'refs' | 'nameKey' | 'house'> {
  const [lon7, lat7] = geometry.kind === 'line' ? [0, 0] : pointOf(geometry);
  return {
    id,
    tags,
    geometry,
    labels: labels ?? [],
    ...(entrance !== undefined && { entrance }),
    type,
    matchKind,
    base,
    prominence: 0,
    lon7,
    lat7,
    address: null,
    part: null,
    size: sizeOfGeometry(geometry),
  };
}

function houseOf(tags: Tags): House | null {
  const numbers = (houseNumberTag(tags) ?? '')
    .split(/[;,]/)
    .map((number) => number.trim())
    .filter((number) => number !== '');
  const street = displayName({ name: streetTag(tags) ?? '' });
  if (numbers.length === 0 || street === null) return null;
  return { numbers, keys: [...houseNumberKeys(numbers.join(';')), ...numbersInRange(tags, numbers)], street };
}

/** Returns the individual numbers of a house that has several: `11-15` with `addr:interpolation=odd`. */
function numbersInRange(tags: Tags, numbers: readonly string[]): string[] {
  return numbers.flatMap((text) => {
    const [, first, last] = /^(\d+)\s*[-–—]\s*(\d+)$/.exec(text) ?? [];
    return first === undefined ? [] : numbersBetween(tags, Number(first), Number(last)).map(String);
  });
}

/** Whether the only name is the house's own, `addr:housename`. */
function isNamedAsHouse({ [HOUSE_NAME]: name, ...others }: Tags): boolean {
  return name !== undefined && displayName(others) === null;
}

/**
 * Whether the name only repeats the number, as `43-р байр` does for number 43, or is the name of the house.
 * The displayed name of such a building is its address.
 */
function saysOnlyTheNumber(kind: Classified, { tags }: Feature, house: House): boolean {
  const display = displayName(tags);
  if (display === null) return true;
  if (kind.base > 10 && kind.type !== 'building') return false;
  if (isNamedAsHouse(tags)) return true;
  const key = sameNameKey(display);
  const numbers = house.numbers.flatMap((number) => {
    const digits = /^\d+/.exec(number)?.[0] ?? number;
    return [number, digits].flatMap((n) => [
      n,
      `${n} байр`,
      `байр ${n}`,
      `${house.street} ${n}`,
      `${house.street} ${n} байр`,
      `${n} тоот`,
    ]);
  });
  return numbers.some((text) => sameNameKey(text) === key);
}
