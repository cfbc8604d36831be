import type { Tags } from '../geo/feature.js';
import { named, nameOf } from './map-names.js';
import type { MapProperties } from './map-shape.js';
import { isWater, MAX_ZOOM, type ShapeRule } from './shape-rules.js';

/** The labels and icons of points and the first zoom level at which they appear, as tables of OSM tags. */

const PLACES: Readonly<Record<string, number>> = {
  country: 3,
  city: 5,
  town: 7,
  village: 8,
  suburb: 11,
  quarter: 12,
  neighbourhood: 12,
  hamlet: 11,
  isolated_dwelling: 13,
  locality: 12,
  island: 10,
};

/**
 * Kinds of places that help people find their way: the name of each icon, and the zoom from which it is
 * shown. The tiles end at zoom 13, so at higher zooms the map itself evaluates the rank.
 */
const POIS: Readonly<Record<string, readonly [kind: string, rank: number]>> = {
  'aeroway=aerodrome': ['airport', 8],
  'natural=peak': ['peak', 10],
  'natural=volcano': ['peak', 10],
  'natural=saddle': ['pass', 10],
  'mountain_pass=yes': ['pass', 10],
  'natural=spring': ['spring', 12],
  'natural=hot_spring': ['spring', 11],
  'natural=cave_entrance': ['cave', 12],
  'man_made=water_well': ['well', 13],
  'railway=station': ['station', 10],
  'railway=halt': ['station', 12],
  'amenity=bus_station': ['bus', 12],
  'highway=bus_stop': ['bus', 15],
  'amenity=ferry_terminal': ['ferry', 12],
  'amenity=fuel': ['fuel', 12],
  'amenity=parking': ['parking', 15],
  'amenity=hospital': ['hospital', 12],
  'amenity=clinic': ['hospital', 13],
  'amenity=doctors': ['hospital', 14],
  'amenity=pharmacy': ['pharmacy', 14],
  'amenity=university': ['university', 12],
  'amenity=college': ['university', 13],
  'amenity=school': ['school', 13],
  'amenity=kindergarten': ['school', 14],
  'amenity=library': ['library', 14],
  'tourism=museum': ['museum', 13],
  'amenity=theatre': ['theatre', 13],
  'amenity=cinema': ['theatre', 14],
  'amenity=place_of_worship': ['worship', 13],
  'historic=monument': ['monument', 13],
  'historic=memorial': ['monument', 14],
  'historic=archaeological_site': ['monument', 13],
  'historic=ruins': ['monument', 13],
  'tourism=attraction': ['attraction', 12],
  'tourism=viewpoint': ['attraction', 13],
  'tourism=hotel': ['hotel', 13],
  'tourism=hostel': ['hotel', 14],
  'tourism=guest_house': ['hotel', 14],
  'tourism=motel': ['hotel', 14],
  'tourism=camp_site': ['camp', 12],
  'amenity=restaurant': ['restaurant', 14],
  'amenity=fast_food': ['restaurant', 15],
  'amenity=cafe': ['cafe', 14],
  'amenity=pub': ['bar', 15],
  'amenity=bar': ['bar', 15],
  'amenity=bank': ['bank', 14],
  'amenity=atm': ['bank', 15],
  'amenity=post_office': ['post', 13],
  'amenity=police': ['police', 13],
  'amenity=townhall': ['townhall', 13],
  'office=government': ['townhall', 14],
  'amenity=embassy': ['embassy', 13],
  'office=diplomatic': ['embassy', 13],
  'amenity=marketplace': ['market', 13],
  'shop=mall': ['shop', 12],
  'shop=department_store': ['shop', 13],
  'shop=supermarket': ['shop', 13],
  'shop=convenience': ['shop', 15],
  'leisure=stadium': ['stadium', 12],
  'leisure=sports_centre': ['stadium', 14],
};

const KEYS = [
  ...['aeroway', 'mountain_pass', 'natural', 'railway', 'tourism', 'amenity', 'shop', 'leisure', 'historic'],
  ...['office', 'highway', 'man_made'],
];

/**
 * Kinds of places that are shown even if they have no name, because people who need water or fuel do not care
 * about names.
 */
const NAMELESS: ReadonlySet<string> = new Set([
  'pass',
  'spring',
  'well',
  'fuel',
  'hospital',
  'pharmacy',
  'bus',
]);

/** The zoom from which areas are labeled, by admin_level. */
const AREA_NAMES: Readonly<Record<string, number>> = { '4': 5, '6': 9, '8': 13 };

/**
 * Returns how a point is shown (as a place, a point of interest or a house number), or null if it is not
 * shown.
 * @param seatOf the admin_level of the area centered on this point, or null
 */
export function pointRule(tags: Tags, seatOf: string | null): ShapeRule | null {
  return placeRule(tags, seatOf) ?? poiRule(tags) ?? numberRule(tags);
}

/**
 * Returns the labels at an area's center: its name, an icon, or a house number. Most areas have none.
 * @param isRelation whether the area is a relation, as administrative boundaries are
 */
export function areaLabels(tags: Tags, isRelation: boolean): ShapeRule[] {
  const rules = [isRelation ? areaNameRule(tags) : null, waterRule(tags), poiRule(tags), numberRule(tags)];
  return rules.filter((rule) => rule !== null);
}

/** Labels a lake from the zoom at which it is large enough to be visible. */
export function labelOf(rule: ShapeRule, area_m2: () => number): ShapeRule {
  if (rule.layer !== 'water_name') return rule;
  // The lake is about 40 pixels across: a pixel at zoom level 0 is 105 km wide at a latitude of 47.5 degrees.
  const side_km = Math.sqrt(area_m2() / 1e6);
  const zoom = Math.ceil(Math.log2((40 * 105) / Math.max(side_km, 0.01)));
  const rank = Math.min(15, Math.max(4, zoom));
  return { ...rule, minZoom: Math.min(rank, MAX_ZOOM), properties: { ...rule.properties, rank } };
}

function placeRule(tags: Tags, seatOf: string | null): ShapeRule | null {
  const place = tags['place'];
  if (place === undefined || !Object.hasOwn(PLACES, place) || nameOf(tags) === null) return null;
  const isCapital = tags['capital'] === 'yes' || tags['capital'] === '2' || seatOf === '2';
  const isAimagCentre = tags['capital'] === '4' || seatOf === '4';
  const rank = isCapital ? 3 : isAimagCentre ? 4 : seatOf === '6' ? 8 : PLACES[place];
  const shown = Math.min(rank, PLACES[place]);
  // At zoom 3 a phone shows the whole country, and people look for aimag centers on it.
  const minZoom = isAimagCentre ? 3 : shown;
  return { layer: 'place', minZoom, properties: named(tags, { kind: place, rank: shown }) };
}

function poiRule(tags: Tags): ShapeRule | null {
  for (const key of KEYS) {
    const found = `${key}=${tags[key]}`;
    if (!Object.hasOwn(POIS, found)) continue;
    const [kind, rank] = POIS[found];
    if (nameOf(tags) === null && !NAMELESS.has(kind)) continue;
    const properties = named(tags, { kind, rank, ...elevationOf(kind, tags) });
    return { layer: 'poi', minZoom: Math.min(rank, MAX_ZOOM), properties };
  }
  return null;
}

/** Returns the elevation in whole meters above sea level. */
function elevationOf(kind: string, tags: Tags): MapProperties {
  const metres = /^-?\d{1,4}(?=$|[. m])/.exec(tags['ele'] ?? '');
  return (kind === 'peak' || kind === 'pass') && metres !== null ? { ele: Number(metres[0]) } : {};
}

/** A longer value is a remark rather than a house number. */
const LONGEST_NUMBER = 8;

function numberRule(tags: Tags): ShapeRule | null {
  const number = tags['addr:housenumber']?.trim() ?? '';
  if (number === '' || number.length > LONGEST_NUMBER) return null;
  return { layer: 'address', minZoom: MAX_ZOOM, properties: { number } };
}

function waterRule(tags: Tags): ShapeRule | null {
  if (!isWater(tags) || tags['waterway'] === 'riverbank' || nameOf(tags) === null) return null;
  return { layer: 'water_name', minZoom: MAX_ZOOM, properties: named(tags, {}) };
}

function areaNameRule(tags: Tags): ShapeRule | null {
  const level = tags['boundary'] === 'administrative' ? (tags['admin_level'] ?? '') : '';
  if (!Object.hasOwn(AREA_NAMES, level) || nameOf(tags) === null) return null;
  return {
    layer: 'area_name',
    minZoom: AREA_NAMES[level],
    properties: named(tags, { level: Number(level) }),
  };
}
