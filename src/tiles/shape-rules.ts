import type { Tags } from '../geo/feature.js';
import type { MapLayer, MapProperties } from './map-shape.js';

/** What is drawn, from which zoom on, and what a page is told of it: tables over OSM tags. */

export interface ShapeRule {
  layer: MapLayer;
  minZoom: number;
  properties: MapProperties;
}

/** The zooms of our tiles. Above the last one, maps stretch its tiles. */
export const MIN_ZOOM = 3;
export const MAX_ZOOM = 13;

/** By class of road. In the steppe a track is the road to the next town, so it comes early. */
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

/** Kinds of places with a name of their own that help to find one's way, by how far off they do. */
const POIS: Readonly<Record<string, number>> = {
  'aeroway=aerodrome': 8,
  'natural=peak': 10,
  'natural=spring': 12,
  'natural=cave_entrance': 12,
  'railway=station': 10,
  'railway=halt': 12,
  'tourism=attraction': 12,
  'tourism=museum': 13,
  'amenity=place_of_worship': 13,
  'amenity=hospital': 12,
  'amenity=university': 12,
  'amenity=bus_station': 12,
  'amenity=marketplace': 13,
  'amenity=fuel': 12,
  'amenity=townhall': 13,
  'amenity=theatre': 13,
  'amenity=embassy': 13,
  'amenity=school': 13,
  'amenity=bank': 13,
  'amenity=pharmacy': 13,
  'amenity=restaurant': 13,
  'amenity=cafe': 13,
  'tourism=hotel': 13,
  'shop=mall': 12,
  'shop=supermarket': 13,
  'leisure=stadium': 12,
  'historic=monument': 13,
};

/** How an area is drawn; null: not at all. */
export function areaRule(tags: Tags): ShapeRule | null {
  const isWater =
    tags['natural'] === 'water' ||
    tags['waterway'] === 'riverbank' ||
    tags['waterway'] === 'dock' ||
    tags['landuse'] === 'reservoir' ||
    tags['landuse'] === 'basin';
  if (isWater) return { layer: 'water', minZoom: MIN_ZOOM, properties: named(tags, {}) };
  if (tags['building'] !== undefined && tags['building'] !== 'no')
    return { layer: 'building', minZoom: MAX_ZOOM, properties: {} };
  const land = firstOf(LAND, tags);
  if (land === null) return null;
  return { layer: 'land', minZoom: land[1], properties: { kind: land[0] } };
}

/** How a line is drawn; null: not at all. */
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

/** A way that is part of a border. @param level the lowest admin_level of the areas that it bounds */
export function borderRule(level: string): ShapeRule | null {
  if (!Object.hasOwn(BORDERS, level)) return null;
  return { layer: 'border', minZoom: BORDERS[level], properties: { level: Number(level) } };
}

/**
 * How a named point is shown; null: not at all.
 * @param seatOf admin_level of the area that it is the centre of; null: of none
 */
export function pointRule(tags: Tags, seatOf: string | null): ShapeRule | null {
  if (nameOf(tags) === null) return null;
  const place = tags['place'];
  if (place !== undefined && Object.hasOwn(PLACES, place)) {
    const isCapital = tags['capital'] === 'yes' || tags['capital'] === '2' || seatOf === '2';
    const isAimagCentre = tags['capital'] === '4' || seatOf === '4';
    const rank = isCapital ? 3 : isAimagCentre ? 5 : seatOf === '6' ? 8 : PLACES[place];
    const minZoom = Math.min(rank, PLACES[place]);
    return { layer: 'place', minZoom, properties: named(tags, { kind: place, rank: minZoom }) };
  }
  for (const key of ['aeroway', 'natural', 'railway', 'tourism', 'amenity', 'shop', 'leisure', 'historic']) {
    const kind = `${key}=${tags[key]}`;
    if (Object.hasOwn(POIS, kind))
      return {
        layer: 'poi',
        minZoom: POIS[kind],
        properties: named(tags, { kind: tags[key], rank: POIS[kind] }),
      };
  }
  return null;
}

function roadProperties(kind: string, tags: Tags): MapProperties {
  const surface = tags['surface'] ?? '';
  const isUnpaved =
    kind === 'track' || /^(un|ground|dirt|earth|gravel|fine_gravel|sand|mud|grass|compacted)/.test(surface);
  return {
    kind,
    ...(isUnpaved ? { unpaved: 1 } : {}),
    ...(tags['bridge'] !== undefined && tags['bridge'] !== 'no' ? { bridge: 1 } : {}),
    ...(tags['tunnel'] !== undefined && tags['tunnel'] !== 'no' ? { tunnel: 1 } : {}),
    ...(tags['ref'] === undefined ? {} : { ref: tags['ref'] }),
  };
}

/** With the names that a page in Mongolian or English shows. */
function named(tags: Tags, properties: MapProperties): MapProperties {
  const name = nameOf(tags);
  if (name === null) return properties;
  const english = tags['name:en'] ?? tags['int_name'];
  return { ...properties, name, ...(english === undefined || english === name ? {} : { name_en: english }) };
}

/** Without the traditional script, which fonts of a map rarely have upright. */
function nameOf(tags: Tags): string | null {
  const name = (tags['name:mn'] ?? tags['name'] ?? tags['name:en'] ?? '')
    .replace(/[\u1800-\u18af\u202f]+/g, ' ')
    .trim();
  return name === '' ? null : name;
}

function firstOf<T>(rules: Readonly<Record<string, T>>, tags: Tags): T | null {
  for (const key in tags) {
    const rule = `${key}=${tags[key]}`;
    if (Object.hasOwn(rules, rule)) return rules[rule];
  }
  return null;
}
