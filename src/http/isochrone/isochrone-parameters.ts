import { Type, type TString } from '@sinclair/typebox';
import { notSupported } from '../../sources/not-supported.js';
import type { IsochroneRequest } from '../../sources/router.js';
import type { Query } from '../../wire/query-string.js';
import {
  invalid,
  oneOf,
  readInteger,
  readOneOf,
  refuseRepeated,
  type Parameter,
} from '../core/request/parameter.js';
import { PAIR, PAIR_RULE } from '../core/request/position.js';
import type { HttpSettings } from '../core/settings.js';
import { MODE, readMode, readPoint, readRoads, ROADS_PARAMETERS } from '../route/route-parameters.js';

/** Nobody can distinguish more steps than this on a map. */
const MOST_STEPS = 6;

const POINT = Type.String({ ...PAIR, description: `Start or destination, ${PAIR_RULE}` });
/**
 * The distance, in meters, covered in one minute at 60 km/h. The bounds and the cost of steps in meters are
 * derived from this distance.
 */
export const METERS_A_MINUTE = 1000;

const steps = (what: string, other: string): TString =>
  Type.String({
    pattern: `^\\d{1,6}(?:,\\d{1,6}){0,${MOST_STEPS - 1}}$`,
    description:
      `${what}, up to ${MOST_STEPS} values separated by commas, in ascending order. ` +
      `Send either this or \`${other}\`.`,
  });
const DIRECTIONS = ['from', 'to'] as const;
const DIRECTION = oneOf(
  DIRECTIONS,
  '`from`: the area that can be reached from the point. `to`: the area from which the point can be reached.',
  'from',
);
const FORMATS = ['polygons', 'lines'] as const;
const FORMAT = oneOf(
  FORMATS,
  '`lines`: the roads that can be reached, instead of the area around them.',
  'polygons',
);

/** The parameters of /v1/isochrone. */
export const ISOCHRONE_PARAMETERS: readonly Parameter[] = [
  { name: 'point', schema: POINT, required: true, examples: { square: '106.9175,47.9181' } },
  {
    name: 'minutes',
    schema: steps('Travel time by the fastest route, in whole minutes', 'meters'),
    examples: { three: '5,10,20' },
  },
  {
    name: 'meters',
    schema: steps('Distance by the shortest route, in whole meters', 'minutes'),
    examples: { two: '500,1000' },
    isAlternative: true,
  },
  { name: 'mode', schema: MODE, examples: { walking: 'walking' } },
  { name: 'direction', schema: DIRECTION, examples: { to: 'to' } },
  { name: 'format', schema: FORMAT, examples: { lines: 'lines' } },
  ...ROADS_PARAMETERS,
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readIsochroneRequest(
  query: Query,
  { maxIsochroneMinutes, isochroneAround_m: around_m }: HttpSettings,
): IsochroneRequest {
  refuseRepeated(query, ISOCHRONE_PARAMETERS);
  const { values } = query;
  const point = readPoint('point', query);
  const steps = readSteps(values, maxIsochroneMinutes);
  const mode = readMode(query);
  const direction = readOneOf('direction', values.get('direction'), DIRECTIONS, 'from');
  const format = readOneOf('format', values.get('format'), FORMATS, 'polygons');
  const roads = readRoads(values);
  if (roads.avoid !== undefined && steps.unit === 'meters')
    throw notSupported('avoid', 'avoid works only with minutes, not with meters.');
  return { point, ...steps, mode, direction, format, around_m, ...roads };
}

function readSteps(values: Query['values'], most: number): Pick<IsochroneRequest, 'limits' | 'unit'> {
  const [minutes, meters] = [values.get('minutes'), values.get('meters')];
  if (minutes !== undefined && meters !== undefined)
    throw invalid('meters', 'conflicting_modes', 'Send either minutes or meters, not both.');
  const unit = meters === undefined ? 'minutes' : 'meters';
  const text = meters ?? minutes ?? '';
  const example = unit === 'minutes' ? '5,10,20' : '500,1000';
  if (text === '')
    throw invalid(unit, 'missing', 'Send minutes, such as 5,10,20, or meters, such as 500,1000.');
  const parts = text.split(',');
  if (parts.length > MOST_STEPS)
    throw invalid(unit, 'too_many', `${unit} may have at most ${MOST_STEPS} steps.`);
  const maximum = unit === 'minutes' ? most : METERS_A_MINUTE * most;
  const limits = parts.map((part) => readInteger(unit, part, { minimum: 1, maximum }));
  if (limits.some((own, i) => i > 0 && own <= limits[i - 1]))
    throw invalid(unit, 'not_ascending', `${unit} must be in ascending order, such as ${example}.`);
  return { limits, unit };
}
