import type { Box } from '../../geo/position.js';
import type { FoundPlace, PlaceComponents, PlaceLanguage } from '../geocoder.js';
import { isRecord, listOf, shown } from '../upstream/answer-fields.js';
import { BadAnswer } from '../upstream/upstream-error.js';

/** A place in Nominatim's `jsonv2` format, checked strictly. */
export interface NominatimPlace {
  /** Null for a place that is not an OSM object, such as a postcode that Nominatim has derived. */
  id: string | null;
  /** Empty for places without a name. */
  name: string;
  category: string;
  type: string;
  /** The role that the place has in an address: `road`, `suburb`. */
  addressType: string;
  latitude: number;
  longitude: number;
  /** The address parts by their kind, from the narrowest to the widest. */
  address: ReadonlyMap<string, string>;
  displayName: string;
  /** Null if Nominatim does not return a box. */
  box: Box | null;
  geometry: unknown;
}

/** @throws BadAnswer naming what is impossible */
export function readPlace(given: unknown): NominatimPlace {
  if (!isRecord(given)) throw new BadAnswer(`not a place: ${shown(given)}`);
  const text = (field: string): string => textOf(given[field], field);
  return {
    id: idOf(given),
    name: given['name'] === null || given['name'] === undefined ? '' : text('name'),
    category: text('category'),
    type: text('type'),
    addressType: given['addresstype'] === undefined ? '' : text('addresstype'),
    latitude: degreesOf(given['lat'], 90),
    longitude: degreesOf(given['lon'], 180),
    address: addressOf(given['address']),
    displayName: text('display_name'),
    box: boxOf(given['boundingbox']),
    geometry: given['geojson'],
  };
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new BadAnswer(`a place with the ${field} ${shown(value)}`);
  return value;
}

function idOf({ osm_type, osm_id }: Record<string, unknown>): string | null {
  if (osm_type === undefined || osm_type === null) return null;
  const isId = Number.isSafeInteger(osm_id) && (osm_id as number) > 0;
  if (!isId || !['node', 'way', 'relation'].includes(osm_type as string))
    throw new BadAnswer(`a place that is ${shown(osm_type)} ${shown(osm_id)}`);
  return `osm:${osm_type as string}:${osm_id as number}`;
}

/** Reads a coordinate, which is a string. */
function degreesOf(value: unknown, limit: number): number {
  const degrees = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (!(Math.abs(degrees) <= limit)) throw new BadAnswer(`a place at ${shown(value)}`);
  return degrees;
}

function addressOf(value: unknown): ReadonlyMap<string, string> {
  if (value === undefined) return new Map();
  if (!isRecord(value)) throw new BadAnswer(`an address ${shown(value)}`);
  return new Map(Object.entries(value).map(([part, text]) => [part, textOf(text, part)]));
}

/** Reads a box, whose order is south, north, west, east. */
function boxOf(value: unknown): Box | null {
  if (value === undefined) return null;
  const [south, north, west, east] = listOf(value).map((side, i) => degreesOf(side, i < 2 ? 90 : 180));
  if (east === undefined) throw new BadAnswer(`a box ${shown(value)}`);
  return [west, south, east, north];
}

/** Address parts that are codes, or are read separately. */
const NO_AREA = /^(ISO3166|country_code$|postcode$|house_number$|road$)/;

/** Whether the place is a house with a number instead of a name. */
export function isHouse({ name, address }: NominatimPlace): boolean {
  return address.has('house_number') && (name === '' || name === address.get('house_number'));
}

/** Whether the place is a street or a part of one. */
export function isStreet({ addressType, category }: NominatimPlace): boolean {
  return addressType === 'road' && category === 'highway';
}

/**
 * Converts the place to a `FoundPlace`.
 * @param language if absent, addresses are written as in Mongolian, from the widest part to the narrowest
 * @returns null if the place is not an OSM object, or has neither a name nor a number
 */
export function placeOf(place: NominatimPlace, language: PlaceLanguage | undefined): FoundPlace | null {
  const street = streetWithNumber(place);
  const name = isHouse(place) ? (street ?? '') : place.name;
  if (place.id === null || name === '') return null;
  const components = componentsOf(place);
  return {
    id: place.id,
    name,
    address: addressText(place, name, language),
    latitude: place.latitude,
    longitude: place.longitude,
    type: typeOf(place),
    ...(Object.keys(components).length > 0 && { components }),
    ...(place.box !== null && hasExtent(place) && { bbox: place.box }),
  };
}

function streetWithNumber({ address }: NominatimPlace): string | null {
  const [number, road] = [address.get('house_number'), address.get('road')];
  if (number === undefined) return road ?? null;
  return road === undefined ? number : `${road} ${number}`;
}

function addressText(
  place: NominatimPlace,
  name: string,
  language: PlaceLanguage | undefined,
): string | null {
  const areas = [...place.address].filter(([part]) => !NO_AREA.test(part));
  const named = areas.filter(([part]) => part !== 'country' || areas.length === 1).map(([, text]) => text);
  const street = isStreet(place) ? null : streetWithNumber(place);
  const narrowFirst = [street, ...named].filter((part) => part !== null && part !== name);
  const parts = [...new Set(narrowFirst)];
  if (parts.length === 0) return null;
  return (language === 'en' ? parts : parts.reverse()).join(', ');
}

function typeOf(place: NominatimPlace): string {
  if (isHouse(place)) return 'address';
  if (isStreet(place)) return 'street';
  const { category, type, addressType } = place;
  if (category === 'boundary' && type === 'administrative' && addressType !== '') return addressType;
  const value = type === 'yes' ? category : type;
  return value.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, '_');
}

function componentsOf({ address }: NominatimPlace): PlaceComponents {
  const part = (...names: readonly string[]): string | undefined =>
    names.map((name) => address.get(name)).find((text) => text !== undefined);
  const parts = {
    house_number: part('house_number'),
    street: part('road'),
    city: part('city', 'town', 'village'),
    postcode: part('postcode'),
    country: part('country'),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== undefined));
}

/** Whether the bounding box of the place is meaningful, as it is for areas and streets. */
function hasExtent({ category }: NominatimPlace): boolean {
  return category === 'highway' || category === 'boundary' || category === 'place';
}
