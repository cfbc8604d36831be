import type { Position } from '../../geo/position.js';
import type { SnappedPoint } from '../../sources/router.js';
import { fixedText, type JsonWriter } from '../../wire/json-writer.js';
import { isLength, isPoint, nonsense } from '../core/request/impossible-answer.js';

const INPUT = fixedText('{"input":{"latitude":');
const LONGITUDE = fixedText(',"longitude":');
const LOCATION = fixedText('},"location":{"latitude":');
const SNAP = fixedText('},"snap_distance_meters":');
const NAME = fixedText(',"name":');
const BRACE = fixedText('}');
const NO_ROAD = fixedText('},"location":null,"snap_distance_meters":null,"name":null}');

/**
 * Writes a requested point and the position where it snaps to the road network, which is `null` if no road is
 * near enough.
 * @throws OperatingError UPSTREAM_ERROR if the source's answer is not a snapped point
 */
export function writeWaypoint(json: JsonWriter, input: Position, snapped: SnappedPoint | null): void {
  json.fixed(INPUT).exactDegrees(input[1]).fixed(LONGITUDE).exactDegrees(input[0]);
  if (snapped === null) {
    json.fixed(NO_ROAD);
    return;
  }
  if (typeof snapped !== 'object') throw nonsense('a route without its ends');
  const { longitude, latitude, distance_m, name } = snapped;
  if (name !== null && typeof name !== 'string') throw nonsense('a road name that is not a string');
  if (!isPoint(longitude, latitude)) throw nonsense(`a route end at ${latitude},${longitude}`);
  if (!isLength(distance_m)) throw nonsense(`a route end ${distance_m} m away`);
  json.fixed(LOCATION).degrees(latitude).fixed(LONGITUDE).degrees(longitude);
  json.fixed(SNAP).tenths(distance_m).fixed(NAME).string(name).fixed(BRACE);
}
