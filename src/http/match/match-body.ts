import { UNMATCHED, type FoundMatch, type MatchedWay, type Matching } from '../../sources/router.js';
import { fixedText, type JsonWriter } from '../../wire/json-writer.js';
import type { SlabBody } from '../../wire/slab.js';
import { isLength, isPoint, nonsense } from '../core/request/impossible-answer.js';
import { writeLine } from '../route/route-body.js';
import type { AskedMatch } from './match-parameters.js';

const COMMA = fixedText(',');
const DISTANCE = fixedText('{"distance_meters":');
const DURATION = fixedText(',"duration_seconds":');
const LATITUDE = fixedText('{"location":{"latitude":');
const LONGITUDE = fixedText(',"longitude":');
const MATCHING = fixedText('},"matching":');
const SNAP = fixedText(',"snap_distance_meters":');
const BRACE = fixedText('}');

/**
 * Writes a MatchResponse. The source's answer is checked while writing, because a source may return anything.
 * @throws OperatingError UPSTREAM_ERROR if the answer does not fit the request
 */
export function matchBody(json: JsonWriter, request: AskedMatch, found: FoundMatch): SlabBody {
  checkMatch(request, found);
  const { matchings, points } = found;
  json.begin().raw(`{"mode":"${request.mode}","matchings":[`);
  matchings.forEach((matching, i) => {
    if (i > 0) json.fixed(COMMA);
    writeMatching(json, matching, request);
  });
  json.raw('],"points":[');
  points.forEach((point, i) => {
    if (i > 0) json.fixed(COMMA);
    if (typeof point === 'string') {
      json.raw(`{"location":null,"matching":null,"snap_distance_meters":null,"reason":"${point}"}`);
      return;
    }
    json.fixed(LATITUDE).degrees(point.latitude).fixed(LONGITUDE).degrees(point.longitude);
    json.fixed(MATCHING).integer(point.matching).fixed(SNAP).tenths(point.distance_m).fixed(BRACE);
  });
  if (request.ways) {
    const ways = matchings.flatMap((matching, i) => (matching.ways ?? []).map((way) => wayBody(way, i)));
    json.raw(`],"ways":${JSON.stringify(ways)}}`);
  } else json.raw(']}');
  return json.end();
}

/** @throws OperatingError UPSTREAM_ERROR */
export function checkMatch(request: Pick<AskedMatch, 'points'>, { matchings, points }: FoundMatch): void {
  if (points.length !== request.points.length) throw nonsense('other points than requested');
  for (const point of points) {
    if (typeof point === 'string') {
      if (!UNMATCHED.includes(point)) throw nonsense('a point without a reason');
    } else if (
      !isPoint(point.longitude, point.latitude) ||
      !isLength(point.distance_m) ||
      matchings[point.matching] === undefined
    )
      throw nonsense('the point has no valid position');
  }
  for (const { distance_m, duration_s, confidence } of matchings)
    if (!isLength(distance_m) || !isLength(duration_s) || !(confidence >= 0 && confidence <= 1))
      throw nonsense(`a matching of ${distance_m} m and ${duration_s} s`);
}

function writeMatching(json: JsonWriter, matching: Matching, { geometry }: AskedMatch): void {
  const { distance_m, duration_s, confidence, from, to, coordinates } = matching;
  json.fixed(DISTANCE).tenths(distance_m).fixed(DURATION).tenths(duration_s);
  json.raw(`,"confidence":${Math.round(100 * confidence) / 100},"from":${from},"to":${to}`);
  writeLine(json, coordinates, geometry);
  json.fixed(BRACE);
}

function wayBody(way: MatchedWay, matching: number): object {
  const { id, name, ref, highway, surface, isToll, distance_m, duration_s } = way;
  return {
    ...{ matching, id, name, ref, class: highway, surface, toll: isToll },
    distance_meters: tenths(distance_m),
    duration_seconds: tenths(duration_s),
  };
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}
