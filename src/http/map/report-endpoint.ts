import { OperatingError, type OperatingErrorOptions } from '../../errors.js';
import { REPORT_KINDS, REPORT_MAX, type MapReports, type NewReport } from '../../reports/map-reports.js';
import { after, type Step } from '../core/answer.js';
import { pageFile, type Endpoint } from '../core/endpoint.js';
import { NO_STORE } from '../core/exchange.js';
import { withAddress } from '../core/gates.js';

/** Reports a minute, of an address and of all: people write them by hand. */
const LIMITS = { limit: 3, total: 20, name: 'map-report' };

/** Takes what people say is wrong on the map, from our page only. Nothing of who sends it is kept. */
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
  return { ...pageFile('/map/report', () => undefined), takesBody: true, handle };
}

function away(options: OperatingErrorOptions = {}): OperatingError {
  return new OperatingError('SERVICE_UNAVAILABLE', 'Reports cannot be kept at the moment.', options);
}

/** @throws OperatingError INVALID_REQUEST naming the field */
function reportOf(body: string): NewReport {
  const sent = objectOf(body);
  const text = (field: keyof typeof REPORT_MAX): string | null => {
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
  const said = text('text');
  const asked = text('asked') ?? '';
  if (kind === undefined) throw wrong('kind', 'unknown');
  if (said === null) throw wrong('text', 'missing');
  // It becomes a link to our page.
  if (!/^(?:#\S*)?$/.test(asked)) throw wrong('asked', 'bad_format');
  return {
    ...{ kind, text: said, longitude: degrees('longitude', 180), latitude: degrees('latitude', 90) },
    ...{ place_id: text('place_id'), place_name: text('place_name'), asked },
  };
}

function objectOf(body: string): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(body);
    if (typeof sent === 'object' && sent !== null) return sent as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw wrong('body', 'bad_format');
}

function wrong(field: string, reason: string): OperatingError {
  const message = `The field ${field} of the report is wrong.`;
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason } });
}
