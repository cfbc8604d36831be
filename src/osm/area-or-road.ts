import type { Tags } from '../geo/feature.js';

/**
 * The values of a key that make a closed way an area: either all values except those listed, or only those
 * listed.
 */
type AreaRule = { except: ReadonlySet<string> } | { only: ReadonlySet<string> };

const all: AreaRule = { except: new Set() };
const except = (...values: string[]): AreaRule => ({ except: new Set(values) });
const only = (...values: string[]): AreaRule => ({ only: new Set(values) });

/**
 * The keys that make a closed way an area, according to the OSM wiki and the common editors. A closed way
 * with none of these keys is a line, such as a roundabout, a fence or a running track.
 */
const AREA_KEYS: ReadonlyMap<string, AreaRule> = new Map([
  ['aerialway', only('station')],
  ['aeroway', except('runway', 'taxiway', 'jet_bridge', 'parking_position', 'stopway')],
  ['allotments', all],
  ['amenity', except('bench')],
  ['area:highway', all],
  ['boundary', except('marker')],
  ['building', all],
  ['building:part', all],
  ['club', all],
  ['craft', all],
  ['emergency', except('fire_hydrant', 'designated', 'destination', 'official', 'private', 'yes', 'no')],
  ['golf', except('hole', 'cartpath', 'path')],
  ['healthcare', all],
  ['highway', only('rest_area', 'services')],
  ['historic', except('citywalls', 'aqueduct', 'road')],
  ['indoor', only('area', 'room', 'corridor')],
  ['junction', only('yes')],
  ['landcover', all],
  ['landuse', all],
  ['leisure', except('track', 'slipway')],
  [
    'man_made',
    except(
      'breakwater',
      'cutline',
      'dyke',
      'embankment',
      'goods_conveyor',
      'groyne',
      'pier',
      'pipeline',
      'quay',
    ),
  ],
  ['military', except('trench')],
  [
    'natural',
    except('coastline', 'cliff', 'ridge', 'arete', 'tree_row', 'earth_bank', 'gully', 'valley', 'gorge'),
  ],
  ['office', all],
  ['place', all],
  ['playground', all],
  ['power', only('plant', 'station', 'sub_station', 'substation', 'generator', 'transformer')],
  ['public_transport', except('stop_position')],
  ['railway', only('station', 'platform', 'turntable', 'roundhouse', 'workshop', 'traverser', 'wash')],
  ['shop', all],
  ['telecom', only('exchange', 'data_center')],
  ['tourism', all],
  ['waterway', only('riverbank', 'dock', 'boatyard', 'dam', 'fuel')],
]);

/** Whether a closed way with these tags is an area. If `area=yes` or `area=no` is present, it decides. */
export function isAreaWay(tags: Tags): boolean {
  if (tags['area'] === 'yes') return true;
  if (tags['area'] === 'no') return false;
  for (const key in tags) {
    const rule = AREA_KEYS.get(key);
    if (rule === undefined) continue;
    const value = tags[key];
    if (value !== 'no' && ('only' in rule ? rule.only.has(value) : !rule.except.has(value))) return true;
  }
  return false;
}

/** Whether the relation itself represents an area. */
export function isAreaRelation(tags: Tags): boolean {
  return tags['type'] === 'multipolygon' || tags['type'] === 'boundary';
}

/**
 * Whether any routing profile might allow travel along this way. Each profile decides for itself whether to
 * allow such travel.
 */
export function isRoad(tags: Tags): boolean {
  if (tags['highway'] !== undefined) return tags['highway'] !== 'no';
  return (
    tags['route'] === 'ferry' ||
    tags['route'] === 'shuttle_train' ||
    tags['man_made'] === 'pier' ||
    tags['railway'] === 'platform' ||
    tags['public_transport'] === 'platform'
  );
}
