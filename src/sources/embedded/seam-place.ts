import { roundDegrees, toDegrees } from '../../geo/coordinates.js';
import { normalLon7 } from '../../geo/unwrap.js';
import type { PlaceHit } from '../../geocoding/geocoding-index.js';
import type { Box, FoundPlace } from '../geocoder.js';

/** A place of the index as the seam has it. */
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

function seamBox([west, south, east, north]: NonNullable<PlaceHit['box']>): Box {
  return [
    roundDegrees(toDegrees(normalLon7(west))),
    roundDegrees(toDegrees(south)),
    roundDegrees(toDegrees(normalLon7(east))),
    roundDegrees(toDegrees(north)),
  ];
}
