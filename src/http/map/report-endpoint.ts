import { Type, type TSchema } from '@sinclair/typebox';
import { OperatingError, type OperatingErrorOptions } from '../../errors.js';
import { REPORT_KINDS, REPORT_MAX, type MapReports, type NewReport } from '../../reports/map-reports.js';
import { after, type Step } from '../core/answer.js';
import { openEndpoint, type Endpoint } from '../core/endpoint.js';
import { errorExample, errorResponse, jsonResponse } from '../core/errors/response-description.js';
import { NO_STORE } from '../core/exchange.js';
import { withAddress } from '../core/gates.js';
import { oneOf } from '../core/request/parameter.js';

/**
 * The maximum number of reports per minute, from one address and from all addresses: people write reports by
 * hand.
 */
const LIMITS = { limit: 3, total: 20, name: 'map-report' };

const text = (field: keyof typeof REPORT_MAX, description: string, least = 0): TSchema =>
  Type.String({ minLength: least, maxLength: REPORT_MAX[field], description });

const MapReport = Type.Object({
  kind: oneOf(REPORT_KINDS),
  text: text('text', 'The kind of error.', 1),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  place_id: Type.Optional(text('place_id', 'The place shown on the page.')),
  place_name: Type.Optional(text('place_name', 'Its name.')),
  asked: Type.Optional(text('asked', "The request: the page's URL from `#` onward.")),
});
const KeptReport = Type.Object({ kept: Type.Literal(true) });
const EXAMPLE = { kind: 'road', text: 'The bridge is closed.', longitude: 106.9176, latitude: 47.9189 };

/** Accepts reports of map errors, only from our page. Nothing about the sender is stored. */
export function reportEndpoint(reports: Pick<MapReports, 'add'>): Endpoint {
  const keep: Step<NewReport, boolean> = {
    ask: (_, report) => reports.add(report, Date.now()),
    then: (exchange, isKept) => {
      if (isKept) exchange.sendJson(200, '{"kept":true}', NO_STORE);
      else exchange.fail(away({ details: { reason: 'reports_full' } }));
    },
    late: () => away(),
    failed: (cause) => away({ cause }),
  };
  const handle = withAddress(LIMITS, {
    read: ({ body }) => reportOf(body),
    answer: (exchange, report: NewReport) => after(exchange, report, keep),
  });
  return { ...DESCRIBED, takesBody: true, handle };
}

/** Describes the endpoint for readers of the reference. Only the map page may use this endpoint. */
const DESCRIBED = openEndpoint({
  path: '/map/report',
  schemas: { MapReport, KeptReport },
  answer: () => undefined,
  operation: {
    operationId: 'reportFromMap',
    tag: 'reports',
    summary: 'Report an error on the map',
    description: () =>
      "Only for this service's map page: the browser must confirm that the request comes from it " +
      `(\`Sec-Fetch-Site\`). At most ${LIMITS.limit} reports a minute from each address, and ` +
      `${LIMITS.total} in total.`,
    body: { schema: 'MapReport', example: EXAMPLE },
    responses: {
      200: jsonResponse('The report is stored for the operator.', 'KeptReport', {
        kept: { summary: 'Kept', value: { kept: true } },
      }),
      400: errorResponse('A field is wrong: `details.field` names it.', {
        kind: errorExample('An unknown kind', 'INVALID_REQUEST', 'The report field kind is invalid.', {
          ...{ field: 'kind', reason: 'unknown' },
        }),
      }),
      401: errorResponse("The request does not come from this service's page.", {
        elsewhere: errorExample('From elsewhere', 'INVALID_API_KEY', 'Only the map page may send reports.', {
          reason: 'not_same_origin',
        }),
      }),
      429: { $ref: '#/components/responses/TooMany' },
    },
  },
});

function away(options: OperatingErrorOptions = {}): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', 'Reports cannot be stored at the moment.', options);
}

/** @throws OperatingError INVALID_REQUEST that names the field */
function reportOf(body: string): NewReport {
  const sent = objectOf(body);
  const textOf = (field: keyof typeof REPORT_MAX): string | null => {
    const value = sent[field];
    if (value === undefined || value === null || value === '') return null;
    if (typeof value !== 'string') throw wrong(field, 'bad_format');
    const clean = value
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim();
    if (clean.length > REPORT_MAX[field]) throw wrong(field, 'too_long');
    return clean === '' ? null : clean;
  };
  const degrees = (field: string, most: number): number => {
    const value = sent[field];
    if (typeof value !== 'number' || !(Math.abs(value) <= most)) throw wrong(field, 'out_of_range');
    return value;
  };
  const kind = REPORT_KINDS.find((own) => own === sent['kind']);
  const said = textOf('text');
  const asked = textOf('asked') ?? '';
  if (kind === undefined) throw wrong('kind', 'unknown');
  if (said === null) throw wrong('text', 'missing');
  // The value becomes a link to our page.
  if (!/^(?:#\S*)?$/.test(asked)) throw wrong('asked', 'bad_format');
  return {
    ...{ kind, text: said, longitude: degrees('longitude', 180), latitude: degrees('latitude', 90) },
    ...{ place_id: textOf('place_id'), place_name: textOf('place_name'), asked },
  };
}

function objectOf(body: string): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(body);
    if (typeof sent === 'object' && sent !== null) return sent as Record<string, unknown>;
  } catch {
    // The error below reports the failure.
  }
  throw wrong('body', 'bad_format');
}

function wrong(field: string, reason: string): OperatingError {
  const message = `The report field ${field} is invalid.`;
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason } });
}
