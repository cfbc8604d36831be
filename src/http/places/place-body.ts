import type { KnownPlace } from '../../sources/geocoder.js';
import { isPointId } from '../../sources/point-id.js';
import type { JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { isPoint, nonsense } from '../core/request/impossible-answer.js';
import { descriptionText, placeText } from '../geocode/places-body.js';
import type { ZonesAt } from '../geocode/zone-body.js';

/** Details of a place whose tag values are returned unchanged. */
const TOLD = ['opening_hours', 'phone', 'website', 'wheelchair'] as const;

/**
 * Writes a PlaceResponse.
 * @param zonesAt absent if no zones were requested
 * @throws OperatingError UPSTREAM_ERROR if the place is malformed
 */
export function placeBody(json: JsonWriter, place: KnownPlace, zonesAt?: ZonesAt): SlabBody {
  const { description, longitude, latitude } = place;
  const zones = zonesAt?.([longitude, latitude]) ?? '';
  const described = description === undefined ? '' : `,"description":${descriptionText(description)}`;
  return json
    .begin()
    .raw(`{"place":${placeText(place)}${described}${zones},${moreText(place).slice(1)}}`)
    .end();
}

function moreText(place: KnownPlace): string {
  const { id, names, entrance, longitude, latitude } = place;
  const told = TOLD.map((key) => [key, place[key]] as const);
  const texts = [...Object.values(names), ...told.map(([, value]) => value)];
  if (!texts.every((text) => text === undefined || typeof text === 'string'))
    throw nonsense('a detail that is not a string');
  if (entrance !== undefined && !isPoint(entrance.longitude, entrance.latitude))
    throw nonsense('an entrance with coordinates out of range');
  // JSON omits the undefined fields.
  return JSON.stringify({
    names,
    ...Object.fromEntries(told),
    entrance:
      entrance === undefined ? undefined : { latitude: entrance.latitude, longitude: entrance.longitude },
    links: linksOf(id, longitude, latitude),
  });
}

/** Returns links to view and edit the place in OpenStreetMap; empty for places from other sources. */
function linksOf(id: string, longitude: number, latitude: number): Record<string, string> {
  const site = 'https://www.openstreetmap.org';
  const [, kind, number] = /^osm:(node|way|relation):(\d+)$/.exec(id) ?? [];
  if (kind !== undefined)
    return { openstreetmap: `${site}/${kind}/${number}`, edit: `${site}/edit?${kind}=${number}` };
  if (!isPointId(id)) return {};
  const at = `#map=18/${latitude}/${longitude}`;
  return { openstreetmap: `${site}/?mlat=${latitude}&mlon=${longitude}${at}`, edit: `${site}/edit${at}` };
}
