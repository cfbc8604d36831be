import { Type } from '@sinclair/typebox';
import type { Position } from '../../geo/position.js';
import type { LocalTime } from '../../local-time.js';
import { noZones } from '../../sources/not-supported.js';
import type { Query } from '../../wire/query-string.js';
import { endpoint } from '../core/endpoint.js';
import {
  errorExample,
  errorResponse,
  fieldExample,
  resultResponse,
  type Example,
} from '../core/errors/response-description.js';
import { refuseRepeated, type Parameter } from '../core/request/parameter.js';
import { PAIR, PAIR_RULE } from '../core/request/position.js';
import { readPoint } from '../route/route-parameters.js';
import { AT_TIME, readDepartAt } from '../route/route-values.js';
import { zoneBody } from '../geocode/zone-body.js';
import { ZONES_SCHEMAS } from './zones-response-schemas.js';

const ZONES_PARAMETERS: readonly Parameter[] = [
  {
    name: 'point',
    schema: Type.String({ ...PAIR, description: `The point, ${PAIR_RULE}` }),
    required: true,
    examples: { square: '106.9175,47.9181' },
  },
  { name: 'depart_at', schema: AT_TIME, examples: { monday: '2026-11-30T09:00' } },
];

const ZONES: Example = {
  summary: 'A delivery zone and a zone with a traffic rule',
  value: {
    zones: [
      { id: 3, name: 'Төв', properties: { price: 5000, depot: 'A' }, rule: null },
      {
        id: 1,
        name: 'Дугаарын хязгаарлалт, Даваа',
        properties: {},
        rule: {
          closed_for: ['plate:1', 'plate:6'],
          hours: 'Mo 08:00-20:00; PH off',
          ends: 'closed',
          in_force: true,
          source: 'https://montsame.mn/mn/read/378315',
          date: '2025-09-17',
        },
      },
    ],
  },
};

interface ZonesRequest {
  point: Position;
  /** If absent, the current time is used. */
  time?: LocalTime;
}

function readZonesRequest(query: Query): ZonesRequest {
  refuseRepeated(query, ZONES_PARAMETERS);
  const departAt = query.values.get('depart_at');
  return {
    point: readPoint('point', query),
    ...(departAt !== undefined && { time: readDepartAt(departAt) }),
  };
}

export const zonesEndpoint = endpoint<ZonesRequest>({
  path: '/v1/zones',
  scope: 'zones',
  isProbe: false,
  parameters: ZONES_PARAMETERS,
  schemas: ZONES_SCHEMAS,
  read: readZonesRequest,
  answer: (exchange, { point, time }) => {
    const { zones } = exchange.app;
    if (zones === null) exchange.fail(noZones('point'));
    else exchange.sendResult(JSON.stringify({ zones: zones.at(point, time).map(zoneBody) }));
  },
  operation: {
    operationId: 'zones',
    tag: 'geocoding',
    summary: 'The zones that contain a point',
    description: () => `Zones are areas or roads that this service's operator has described: where it
delivers and at what price, or where some vehicles may not drive. The answer lists the zones that contain the
point, the smallest first, with their properties. A point on a border belongs to the zone to its east and
north. If no zone contains the point, the list is empty; that is not an error. With \`depart_at\`,
\`in_force\` says which rules apply at that time.`,
    responses: {
      200: resultResponse('The zones.', 'ZonesResponse', { zones: ZONES }),
      400: errorResponse('The point is missing or wrong, or this deployment has no zones.', {
        missing: fieldExample(
          'point',
          'missing',
          'No point',
          'point is required: longitude,latitude, such as 106.9176,47.9189.',
        ),
        not_supported: errorExample('No zones here', 'INVALID_REQUEST', 'This deployment has no zones.', {
          field: 'point',
          reason: 'not_supported',
        }),
      }),
    },
  },
});
