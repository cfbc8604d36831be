import { Type } from '@sinclair/typebox';
import type { IsochroneRequest } from '../../sources/router.js';
import type { Query } from '../../wire/query-string.js';
import { invalid, oneOf, readInteger, readOneOf, refuseRepeated, type Parameter } from '../core/parameter.js';
import { PAIR, PAIR_RULE } from '../core/position.js';
import type { HttpSettings } from '../core/settings.js';
import { MODE, readMode, readPoint } from '../route/route-parameters.js';

/** More steps than anybody can tell apart on a map. */
const MOST_STEPS = 6;

const POINT = Type.String({ ...PAIR, description: `Where one sets out, or goes to, ${PAIR_RULE}` });
const MINUTES = Type.String({
  pattern: `^\\d{1,3}(?:,\\d{1,3}){0,${MOST_STEPS - 1}}$`,
  description: `Whole minutes, up to ${MOST_STEPS} with commas between them, ascending.`,
});
const DIRECTIONS = ['from', 'to'] as const;
const DIRECTION = oneOf(
  DIRECTIONS,
  'from',
  '`from`: what is reached from the point. `to`: from where the point is reached.',
);
const FORMATS = ['polygons', 'lines'] as const;
const FORMAT = oneOf(
  FORMATS,
  'polygons',
  '`lines`: the roads that are reached, and not the area around them.',
);

/** The parameters of /v1/isochrone. */
export const ISOCHRONE_PARAMETERS: readonly Parameter[] = [
  { name: 'point', schema: POINT, required: true, examples: { square: '106.9175,47.9181' } },
  { name: 'minutes', schema: MINUTES, required: true, examples: { three: '5,10,20' } },
  { name: 'mode', schema: MODE, required: false, examples: { walking: 'walking' } },
  { name: 'direction', schema: DIRECTION, required: false, examples: { to: 'to' } },
  { name: 'format', schema: FORMAT, required: false, examples: { lines: 'lines' } },
];

/** @throws OperatingError INVALID_REQUEST with `details.field` and `details.reason` */
export function readIsochroneRequest(
  query: Query,
  { maxIsochroneMinutes, isochroneAround_m: around_m }: HttpSettings,
): IsochroneRequest {
  refuseRepeated(query, ISOCHRONE_PARAMETERS);
  const { values } = query;
  const point = readPoint('point', query);
  const minutes = readMinutes(values.get('minutes'), maxIsochroneMinutes);
  const mode = readMode(query);
  const direction = readOneOf('direction', values.get('direction'), DIRECTIONS, 'from');
  const format = readOneOf('format', values.get('format'), FORMATS, 'polygons');
  return { point, minutes, mode, direction, format, around_m };
}

function readMinutes(text: string | undefined, maximum: number): number[] {
  if (text === undefined || text === '')
    throw invalid('minutes', 'missing', 'minutes are required, such as 5,10,20.');
  const parts = text.split(',');
  if (parts.length > MOST_STEPS)
    throw invalid('minutes', 'too_many', `minutes may have at most ${MOST_STEPS} steps.`);
  const minutes = parts.map((part) => readInteger('minutes', part, { minimum: 1, maximum }));
  if (minutes.some((own, i) => i > 0 && own <= minutes[i - 1]))
    throw invalid('minutes', 'not_ascending', 'minutes must ascend, as in 5,10,20.');
  return minutes;
}
