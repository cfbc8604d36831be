import type { Box } from '../../../geo/position.js';
import { roundDegrees, toDegrees } from '../../../geo/coordinates.js';
import { normalLon7 } from '../../../geo/unwrap.js';
import { isSameName } from '../../../geocoding/languages.js';
import type { FoundRow, PlaceHit } from '../../../geocoding/place-hit.js';
import type { PlaceDetails } from '../../../geocoding/places/details.js';
import type { FoundPlace, KnownPlace } from '../../geocoder.js';

/** Converts a place in the index to the format that the seam uses. */
export function seamPlace(hit: PlaceHit, type: FoundPlace['type'] = hit.type): FoundPlace {
  const { id, name, address, lon7, lat7, layer, components, box } = hit;
  const place = {
    id,
    name,
    address,
    latitude: roundDegrees(toDegrees(lat7)),
    longitude: roundDegrees(toDegrees(lon7)),
    type,
    layer,
    components,
  };
  return box === null ? place : { ...place, bbox: seamBox(box) };
}

/** Returns the fields of a place that depend on the search, except its match, or null if there are none. */
export function ofOneSearch(
  { otherName, leftOut }: FoundRow,
  { name }: FoundPlace,
): Pick<FoundPlace, 'matched_name' | 'left_out'> | null {
  const isOther = otherName !== null && !isSameName(otherName, name);
  if (!isOther && leftOut.length === 0) return null;
  return { ...(isOther && { matched_name: otherName }), ...(leftOut.length > 0 && { left_out: leftOut }) };
}

/** Returns a place requested by id, with all known details. */
export function knownPlace(hit: PlaceHit, details: PlaceDetails | null): KnownPlace {
  const { box, entrance, names, ...told } = details ?? { names: { name: hit.name } };
  const place = { ...seamPlace(hit), ...told, names };
  return {
    ...place,
    ...(box !== undefined && { bbox: seamBox(box) }),
    ...(entrance !== undefined && {
      entrance: {
        longitude: roundDegrees(toDegrees(entrance[0])),
        latitude: roundDegrees(toDegrees(entrance[1])),
      },
    }),
  };
}

function seamBox([west, south, east, north]: readonly number[]): Box {
  return [
    roundDegrees(toDegrees(normalLon7(west))),
    roundDegrees(toDegrees(south)),
    roundDegrees(toDegrees(normalLon7(east))),
    roundDegrees(toDegrees(north)),
  ];
}
