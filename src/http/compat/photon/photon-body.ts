import type { FoundPlace } from '../../../sources/geocoder.js';
import type { AreaPart } from '../area-at.js';
import { countryCodeOf } from '../country-code.js';
import { osmClassOf, osmObjectOf } from '../osm-class.js';
import type { PHOTON_LAYERS, PhotonRequest } from './photon-parameters.js';

/** Writes a FeatureCollection in Photon's format. */
export function photonBody(
  places: readonly FoundPlace[],
  { limit, layers }: Pick<PhotonRequest, 'limit' | 'layers'>,
): string {
  const features = places
    .filter((place) => layers.length === 0 || layers.includes(layerOf(place)))
    .slice(0, limit)
    .map(featureOf);
  return JSON.stringify({ type: 'FeatureCollection', features });
}

function featureOf(place: FoundPlace): object {
  const { name, longitude, latitude, bbox, components = {} } = place;
  const { house_number, street, khoroo, district, bag, soum, city, aimag, postcode, country } = components;
  const object = osmObjectOf(place);
  const { key, value } = osmClassOf(place);
  // A house has no name of its own: its street and house number serve as its name.
  const isHouse = place.layer === 'address' && house_number !== undefined && street !== undefined;
  return {
    type: 'Feature',
    properties: {
      ...(object !== null && { osm_type: object.type[0].toUpperCase(), osm_id: object.id }),
      osm_key: key,
      osm_value: value,
      type: layerOf(place),
      name: isHouse ? undefined : name,
      ...{ housenumber: house_number, street, postcode, locality: khoroo ?? bag, district },
      // Outside cities, addresses contain a soum instead of a city.
      ...{ city: city ?? soum, county: city === undefined ? undefined : soum, state: aimag, country },
      countrycode: countryCodeOf(country),
      ...(bbox !== undefined && { extent: [bbox[0], bbox[3], bbox[2], bbox[1]] }),
    },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

type PhotonLayer = (typeof PHOTON_LAYERS)[number];

const OF_TYPES: Readonly<Record<string, PhotonLayer>> = {
  ...{ country: 'country', aimag: 'state', state: 'state', province: 'state', region: 'state' },
  ...{ soum: 'county', county: 'county', district: 'district', municipality: 'city' },
  ...{ city: 'city', town: 'city', village: 'city' },
  ...{ khoroo: 'locality', bag: 'locality', quarter: 'locality', neighbourhood: 'locality' },
  ...{ suburb: 'district', borough: 'district', hamlet: 'locality', isolated_dwelling: 'locality' },
  ...{ farm: 'locality', city_block: 'locality' },
};

function layerOf({ layer, type }: FoundPlace): PhotonLayer {
  switch (layer) {
    case 'street':
      return 'street';
    case 'settlement':
      return Object.hasOwn(OF_TYPES, type) ? OF_TYPES[type] : 'city';
    case 'area':
      return Object.hasOwn(OF_TYPES, type) ? OF_TYPES[type] : 'other';
    case 'natural':
    case 'postcode':
      return 'other';
    default:
      return type === 'street' ? 'street' : 'house';
  }
}

/** The areas in each layer, from smallest to largest. */
const AREAS: readonly (readonly [PhotonLayer, readonly AreaPart[]])[] = [
  ['street', ['street']],
  ['locality', ['khoroo', 'bag']],
  ['district', ['district', 'suburb']],
  ['city', ['city', 'municipality']],
  ['county', ['soum']],
  ['state', ['aimag']],
  ['country', ['country']],
];

/**
 * Returns the areas that a reverse lookup in these layers searches for, or `null` if the place itself is in
 * one of the layers.
 */
export function areasOf(place: FoundPlace, layers: readonly string[]): readonly AreaPart[] | null {
  if (layers.length === 0 || layers.includes(layerOf(place))) return null;
  return AREAS.flatMap(([layer, parts]) => (layers.includes(layer) ? parts : []));
}
