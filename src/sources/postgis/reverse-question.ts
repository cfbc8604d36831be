import { toUnits, UNITS_PER_DEGREE } from '../../geo/coordinates.js';
import { reachOf } from '../../geo/local-metric.js';
import { OWN_PLACE_COLUMNS, PLACE_COLUMNS, supportsOf } from './place-columns.js';
import type { Question } from './postgis-client.js';

/** The maximum distance, in meters, between a settlement and a point that belongs to it. */
const LONGEST_REACH_M = 8_000;

export interface ReverseScope {
  schema: string;
  own: string | null;
  /** The point, in degrees. */
  longitude: number;
  latitude: number;
  /** The radius around the point, in meters, within which shapes are read. */
  near_m: number;
  /** The radius within which settlements are read, in meters, or null if none are read. */
  towns_m: number | null;
  /**
   * The radius within which surfaces are read, in meters, because surfaces around distant points also count.
   */
  surface_m: number;
}

/**
 * Returns the query that reads all shapes near and around a point. The query's result is one row with
 * `places`, `supports`, `own` and `shapes` as JSON.
 */
export function reverseQuestion(scope: ReverseScope): Question {
  const { schema, own, near_m, towns_m, surface_m } = scope;
  const values: number[] = [];
  const shapesOf = (use: string, reach_m: number): string =>
    `select s.rank, s.use, s.country, s.geom from ${schema}.shape s
      where s.use = '${use}' and (${boxes(scope, reach_m, 's.geom', values)})`;
  const shapes = [shapesOf('n', near_m), shapesOf('s', surface_m)];
  if (towns_m !== null) shapes.push(shapesOf('t', towns_m));
  const reaching = boxes(scope, LONGEST_REACH_M, 'p.point', values);
  const ownPlaces =
    own === null
      ? ''
      : `, (select json_agg(o) from (select ${OWN_PLACE_COLUMNS} from ${own} v
          where (${boxes(scope, near_m, 'v.geom', values)})) o) as own`;
  const text = `
    with shapes as materialized (${shapes.join(' union all ')}),
    places as materialized (
      select ${PLACE_COLUMNS} from ${schema}.place p
      where p.rank in (select rank from shapes)
        or p.rank in (select p.rank from ${schema}.place p where p.reach_m > 0 and (${reaching}))
    )
    select a.schema_version, a.edition, (select json_agg(p) from places p) as places,
      (select json_agg(s) from (${supportsOf(schema)}) s) as supports,
      (select json_agg(json_build_object('rank', rank, 'use', use, 'country', country,
        'shape', encode(ST_AsBinary(geom), 'hex'))) from shapes) as shapes
      ${ownPlaces}
    from ${schema}.about a`;
  return { text, values };
}

/**
 * Returns the box around the point, and the same box shifted by 360 degrees, because surfaces may extend
 * beyond 180 degrees.
 */
function boxes(scope: ReverseScope, reach_m: number, geometry: string, values: number[]): string {
  const { longitude, latitude } = scope;
  const reach = reachOf(toUnits(latitude), reach_m);
  const [width, height] = [reach.lon7 / UNITS_PER_DEGREE, reach.lat7 / UNITS_PER_DEGREE];
  return [longitude, longitude < 0 ? longitude + 360 : longitude - 360]
    .map((middle) => {
      const corners = [middle - width, latitude - height, middle + width, latitude + height];
      const places = corners.map((corner) => `$${values.push(corner)}::double precision`);
      return `${geometry} && ST_MakeEnvelope(${places.join(', ')}, 4326)`;
    })
    .join(' or ');
}
