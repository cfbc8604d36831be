import type { Tags } from '../geo/feature.js';
import type { MapLayer, MapProperties } from './map-shape.js';
import { named } from './map-names.js';

/** The shapes to draw, the first zoom of each, and the properties that pages use, as tables of OSM tags. */

export interface ShapeRule {
  layer: MapLayer;
  minZoom: number;
  properties: MapProperties;
}

/** The zoom range of our tiles. At higher zooms, maps stretch the tiles of the last zoom. */
export const MIN_ZOOM = 3;
export const MAX_ZOOM = 13;

/**
 * The first zoom of each road class. In the steppe a track is the road to the next town, so it appears early.
 */
const ROADS: Readonly<Record<string, number>> = {
  motorway: 4,
  trunk: 4,
  primary: 5,
  secondary: 7,
  tertiary: 8,
  unclassified: 9,
  track: 11,
  residential: 11,
  living_street: 12,
  road: 11,
  service: 13,
  pedestrian: 12,
  footway: 13,
  path: 12,
  cycleway: 13,
  bridleway: 13,
  steps: 13,
};

const LAND: Readonly<Record<string, readonly [kind: string, minZoom: number]>> = {
  'landuse=residential': ['residential', 9],
  'landuse=industrial': ['industrial', 10],
  'landuse=commercial': ['industrial', 11],
  'landuse=retail': ['industrial', 12],
  'landuse=military': ['military', 10],
  'landuse=cemetery': ['cemetery', 11],
  'landuse=forest': ['wood', 6],
  'landuse=farmland': ['farmland', 8],
  'landuse=grass': ['grass', 12],
  'landuse=meadow': ['grass', 10],
  'landuse=quarry': ['industrial', 10],
  'natural=wood': ['wood', 6],
  'natural=scrub': ['grass', 10],
  'natural=grassland': ['grass', 9],
  'natural=wetland': ['wetland', 8],
  'natural=sand': ['sand', 6],
  'natural=desert': ['sand', 5],
  'natural=glacier': ['glacier', 6],
  'natural=bare_rock': ['rock', 9],
  'leisure=park': ['park', 10],
  'leisure=garden': ['park', 13],
  'leisure=pitch': ['pitch', 13],
  'leisure=nature_reserve': ['reserve', 6],
  'boundary=national_park': ['reserve', 6],
  'boundary=protected_area': ['reserve', 6],
  'amenity=university': ['campus', 12],
  'amenity=hospital': ['campus', 12],
  'amenity=school': ['campus', 13],
  'aeroway=aerodrome': ['airport', 9],
};

const BORDERS: Readonly<Record<string, number>> = { '2': 3, '4': 4, '6': 7, '8': 11 };

/** Returns how an area is drawn, or null if it is not drawn. */
export function areaRule(tags: Tags): ShapeRule | null {
  if (isWater(tags)) return { layer: 'water', minZoom: MIN_ZOOM, properties: {} };
  if (tags['building'] !== undefined && tags['building'] !== 'no')
    return { layer: 'building', minZoom: MAX_ZOOM, properties: {} };
  const land = firstOf(LAND, tags);
  if (land === null) return null;
  return { layer: 'land', minZoom: land[1], properties: { kind: land[0] } };
}

export function isWater(tags: Tags): boolean {
  return (
    tags['natural'] === 'water' ||
    tags['waterway'] === 'riverbank' ||
    tags['waterway'] === 'dock' ||
    tags['landuse'] === 'reservoir' ||
    tags['landuse'] === 'basin'
  );
}

/** Returns how a line is drawn, or null if it is not drawn. */
export function lineRule(tags: Tags): ShapeRule | null {
  const highway = tags['highway'];
  if (highway !== undefined) {
    const kind = highway.replace(/_link$/, '');
    if (!Object.hasOwn(ROADS, kind) || tags['area'] === 'yes') return null;
    const link = highway === kind ? 0 : 2;
    return {
      layer: 'road',
      minZoom: ROADS[kind] + link,
      properties: named(tags, roadProperties(kind, tags)),
    };
  }
  if (tags['route'] === 'ferry')
    return { layer: 'road', minZoom: 8, properties: named(tags, { kind: 'ferry' }) };
  if (tags['railway'] === 'rail' || tags['railway'] === 'narrow_gauge')
    return { layer: 'rail', minZoom: tags['service'] === undefined ? 6 : 12, properties: {} };
  const waterway = tags['waterway'];
  if (waterway === 'river' || waterway === 'canal')
    return {
      layer: 'waterway',
      minZoom: waterway === 'river' ? 6 : 10,
      properties: named(tags, { kind: waterway }),
    };
  if (waterway === 'stream' || waterway === 'ditch' || waterway === 'drain')
    return { layer: 'waterway', minZoom: 12, properties: named(tags, { kind: 'stream' }) };
  return null;
}

/**
 * Returns how a way that is part of a border is drawn. @param level the lowest admin_level of the areas that
 * the way bounds
 */
export function borderRule(level: string): ShapeRule | null {
  if (!Object.hasOwn(BORDERS, level)) return null;
  return { layer: 'border', minZoom: BORDERS[level], properties: { level: Number(level) } };
}

/**
 * A surface that routing also treats as unpaved, or a list that contains such a surface. A test checks that
 * this list matches the list used for routing.
 */
const UNPAVED = new RegExp(
  '(^|[;,/]) *(unpaved|compacted|gravel|fine_gravel|ground|dirt|pebblestone|laterite|salt|grass|clay|snow|' +
    'earth|sand|ice|rock|stone|woodchips|mud) *($|[;,/])',
  'i',
);

function roadProperties(kind: string, tags: Tags): MapProperties {
  const surface = tags['surface'] ?? '';
  const isUnpaved = kind === 'track' || UNPAVED.test(surface);
  return {
    kind,
    ...(isUnpaved ? { unpaved: 1 } : {}),
    ...(tags['bridge'] !== undefined && tags['bridge'] !== 'no' ? { bridge: 1 } : {}),
    ...(tags['tunnel'] !== undefined && tags['tunnel'] !== 'no' ? { tunnel: 1 } : {}),
    ...onewayOf(kind, tags),
    ...gradeOf(kind, tags),
    ...refsOf(tags['ref']),
  };
}

/**
 * Returns whether a road is one-way and, if so, whether traffic may follow the line's direction or the
 * opposite direction.
 */
function onewayOf(kind: string, tags: Tags): MapProperties {
  const said = tags['oneway'];
  if (said === '-1') return { oneway: -1 };
  const isRound = tags['junction'] === 'roundabout' || tags['junction'] === 'circular';
  const isImplied = said === undefined && (kind === 'motorway' || isRound);
  return said === 'yes' || said === '1' || said === 'true' || isImplied ? { oneway: 1 } : {};
}

/** Returns the quality of a track, from 1 to 5. */
function gradeOf(kind: string, tags: Tags): MapProperties {
  const grade = /^grade([1-5])$/.exec(tags['tracktype'] ?? '');
  return kind === 'track' && grade !== null ? { grade: Number(grade[1]) } : {};
}

/**
 * A road shield shows a single number: the first national number, such as `A0501`, with the Asian Highway
 * number next to it.
 */
function refsOf(ref: string | undefined): MapProperties {
  const all = (ref ?? '')
    .split(/[;,]/)
    .map((each) => each.replace(/\s+/g, ''))
    .filter((each) => each !== '' && each.length <= 8);
  const asian = all.find(isAsian);
  const own = all.find((each) => !isAsian(each));
  return { ...(own === undefined ? {} : { ref: own }), ...(asian === undefined ? {} : { ah: asian }) };
}

/**
 * Whether the text is an Asian Highway number such as `AH3`, even if it is written with Cyrillic letters that
 * look or mean the same.
 */
function isAsian(ref: string): boolean {
  return /^[AА][HНХ]\d/.test(ref);
}

function firstOf<T>(rules: Readonly<Record<string, T>>, tags: Tags): T | null {
  for (const key in tags) {
    const rule = `${key}=${tags[key]}`;
    if (Object.hasOwn(rules, rule)) return rules[rule];
  }
  return null;
}
