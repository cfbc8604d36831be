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

/** A place during the build. The steps of the builder read it and may still change it. */
export interface Draft extends PlaceRow {
  /** All names that searches use, `name` first; empty if it has only a ref. */
  names: string[];
  /** Names in `names` that nobody tagged, because we made them. */
  made?: readonly string[];
  /** Found by exact match only: road numbers, airport codes, post codes. */
  refs: string[];
  /** Prominence before bonuses. */
  base: number;
  /** Equal for names that people take as the same: generic words in one spelling, without initials. */
  nameKey: string;
  /** Square meters of an area, meters of a line, 0 for a point. */
  size: number;
  /** Ids of the features that an area names as its label or admin_centre. */
  labels: readonly string[];
  house: House | null;
}

/** The address of an object with a house number. */
interface House {
  /** As written, split at `;` and `,`. */
  numbers: string[];
  /** The keys that find it, see houseNumberKeys(). */
  keys: string[];
  /** From addr:street, else from addr:place. */
  street: string;
}

/** The draft of a feature, or the reason why the feature is not a place. */
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
  // A search for 142 means a school of that number, and no postcode that begins so.
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
 * The whole address if it is not a name. Only an exact match finds it: as a name, each address of a town
 * would begin with the name of the town.
 */
function wholeAddress(tags: Tags, name: string): string[] {
  const text = fullAddress(tags);
  return text === null || text === name ? [] : [text];
}

/** The bridge or tunnel that a road names besides its own name; null if it names none. */
export function structureOf({ id, tags, geometry }: Feature): Feature | null {
  const structure = geometry.kind === 'line' ? structureTags(tags) : null;
  return structure === null ? null : { id: `${id}:${structure.kind}`, tags: structure.tags, geometry };
}

/** A point on the surface of an area or on the lines of a street; the point itself for a point. */
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

/** Square meters of an area, meters of a line, 0 for a point. */
export function sizeOfGeometry(geometry: Geometry): number {
  return geometry.kind === 'area'
    ? areaM2(geometry.polygons)
    : geometry.kind === 'line'
      ? lengthM(geometry.lines)
      : 0;
}

/** An address as displayed: `Энхтайваны өргөн чөлөө 15`. */
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
 * The fields that do not depend on the name. A line gets no point here: mergeLines computes one for all
 * pieces together.
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

/** The numbers of a house that has several: `11-15` with `addr:interpolation=odd`. */
function numbersInRange(tags: Tags, numbers: readonly string[]): string[] {
  return numbers.flatMap((text) => {
    const [, first, last] = /^(\d+)\s*[-–—]\s*(\d+)$/.exec(text) ?? [];
    return first === undefined ? [] : numbersBetween(tags, Number(first), Number(last)).map(String);
  });
}

/** Whether its only name is that of the house, `addr:housename`. */
function isNamedAsHouse({ [HOUSE_NAME]: name, ...others }: Tags): boolean {
  return name !== undefined && displayName(others) === null;
}

/**
 * Whether the name only repeats the number, like `43-р байр` at number 43, or is that of the house. The name
 * of such a building is its address.
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
