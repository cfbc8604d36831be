import { VERSION } from '../../../src/cli/terminal/version.js';
import type { Account, AccountSession, Passkey, Session } from '../../../src/console/api/account-data.js';
import type {
  Invitation,
  Key,
  Member,
  Organisation,
  Project,
  TryRequest,
} from '../../../src/console/api/project-data.js';
import type {
  AuditAction,
  AuditEntry,
  OperatorAccount,
  SettingInForce,
  UnsentLink,
} from '../../../src/console/api/operator-contract.js';
import type { ServiceState } from '../../../src/console/api/service-state.js';
import type { RefusedRequest } from '../../../src/console/api/usage-data.js';

/** What a fake console knows at its start: enough for every page to have something to show. */

export const HOUR_MS = 3600_000;
export const DAY_MS = 24 * HOUR_MS;
const now = Date.now();

/** A time so many milliseconds ago. */
export const ago = (ms: number): string => new Date(now - ms).toISOString();

export const ME: Account = {
  id: 'acc_1',
  name: 'Б. Номин',
  email: 'nomin@example.mn',
  email_verified: true,
  language: 'mn',
  is_operator: true,
  has_password: true,
  has_second_factor: false,
  created_at: ago(200 * DAY_MS),
};

export function sessionOf(account: Account | null, api_url: string, console_url: string): Session {
  return {
    account,
    needs_setup: false,
    sign_up: 'open',
    providers: [{ id: 'company', name: 'Company ID' }],
    has_mail: true,
    api_url,
    map_url: `${api_url}/`,
    console_url,
    version: VERSION,
    limits: {
      password_min: 10,
      password_max: 128,
      name_max: 100,
      default_rate_limit: 100,
      rate_limit_max: 1_000_000,
      monthly_quota_max: 1_000_000_000,
      grace_max_s: 604_800,
      origins_max: 50,
      addresses_max: 50,
    },
  };
}

export const ORGANISATION: Organisation = {
  id: 'org_1',
  name: 'Хурдан Хүргэлт ХХК',
  needs_second_factor: false,
  role: 'owner',
  members: 3,
  projects: 2,
  created_at: ago(190 * DAY_MS),
};

const inOrganisation = {
  organisation: { id: ORGANISATION.id, name: ORGANISATION.name },
  role: 'owner' as const,
  total_rate_limit: null,
  organisation_rate_limit: null,
};

export const PROJECTS: Project[] = [
  {
    ...{ id: 'prj_1', name: 'Хүргэлтийн апп', ...inOrganisation, rate_limit: 6000, monthly_quota: 100_000 },
    ...{ quota_refuses: true, active_keys: 3, created_at: ago(180 * DAY_MS), archived_at: null },
  },
  {
    ...{ id: 'prj_2', name: 'Жолоочийн самбар', ...inOrganisation, rate_limit: null, monthly_quota: null },
    ...{ quota_refuses: false, active_keys: 0, created_at: ago(3 * DAY_MS), archived_at: null },
  },
];

const KEY: Key = {
  id: 'key_web',
  project_id: 'prj_1',
  name: 'Вэбсайт',
  endpoints: ['geocode', 'route'],
  status: 'active',
  rate_limit: 600,
  effective_rate_limit: 600,
  monthly_quota: null,
  quota_refuses: false,
  allowed_origins: ['https://hurgelt.example.mn', 'https://www.hurgelt.example.mn'],
  allowed_addresses: [],
  created_at: ago(170 * DAY_MS),
  created_by: ME.name,
  expires_at: null,
  revoked_at: null,
  last_used_at: ago(40_000),
  is_unused: false,
  previous_expires_at: ago(-20 * HOUR_MS),
};

export const KEYS: Key[] = [
  KEY,
  {
    ...KEY,
    ...{ id: 'key_android', name: 'Android апп', rate_limit: null, effective_rate_limit: 100 },
    ...{ allowed_origins: [], last_used_at: ago(26 * HOUR_MS), previous_expires_at: null },
    expires_at: ago(-80 * DAY_MS),
  },
  {
    ...KEY,
    ...{ id: 'key_server', name: 'Агуулахын сервер', endpoints: ['geocode'], allowed_origins: [] },
    ...{ allowed_addresses: ['192.0.2.0/24', '2001:db8::/32'], last_used_at: null, is_unused: true },
    ...{ previous_expires_at: null, created_by: null },
  },
  {
    ...KEY,
    ...{ id: 'key_old', name: 'Хуучин тест', status: 'revoked', revoked_at: ago(20 * DAY_MS) },
    ...{ allowed_origins: [], previous_expires_at: null, last_used_at: ago(30 * DAY_MS) },
  },
];

export const MEMBERS: Member[] = [
  { account_id: ME.id, name: ME.name, email: ME.email, role: 'owner', joined_at: ago(190 * DAY_MS) },
  {
    account_id: 'acc_2',
    name: 'Д. Тэмүүлэн',
    email: 'temuulen@example.mn',
    role: 'member',
    joined_at: ago(90 * DAY_MS),
  },
  {
    account_id: 'acc_3',
    name: 'Sara Olsen',
    email: 'sara.olsen@example.com',
    role: 'viewer',
    joined_at: ago(9 * DAY_MS),
  },
];

export const INVITATIONS: Invitation[] = [
  {
    ...{ id: 'inv_1', email: 'bold@example.mn', role: 'member', invited_by: ME.name },
    ...{ created_at: ago(DAY_MS), expires_at: ago(-6 * DAY_MS) },
  },
];

export const PASSKEYS: Passkey[] = [
  { id: 'pk_1', name: 'Миний утас', created_at: ago(50 * DAY_MS), is_synced: true },
];

export const SESSIONS: AccountSession[] = [
  {
    ...{ id: 'ses_1', is_current: true, created_at: ago(2 * HOUR_MS), last_seen_at: ago(1000) },
    ...{ expires_at: ago(-7 * DAY_MS), address: '192.0.2.17', device: 'Chrome on Linux' },
  },
  {
    ...{ id: 'ses_2', is_current: false, created_at: ago(5 * DAY_MS), last_seen_at: ago(28 * HOUR_MS) },
    ...{ expires_at: ago(-2 * DAY_MS), address: '2001:db8::42', device: 'Safari on iPhone' },
  },
];

const refused = (minutes: number, error: Partial<RefusedRequest>): RefusedRequest => ({
  ...{
    time: ago(minutes * 60_000),
    request_id: `req-${minutes}-7f3a`,
    key_id: 'key_web',
    key_name: 'Вэбсайт',
  },
  ...{
    project_id: 'prj_1',
    endpoint: 'geocode',
    status: 400,
    code: 'INVALID_REQUEST',
    reason: null,
    field: null,
  },
  ...error,
});

export const ERRORS: RefusedRequest[] = [
  refused(2, { status: 429, code: 'RATE_LIMIT_EXCEEDED' }),
  refused(11, { status: 400, reason: 'too_short', field: 'q' }),
  refused(40, { status: 401, code: 'INVALID_API_KEY', reason: 'origin_not_allowed' }),
  refused(95, { status: 404, code: 'NOT_FOUND', reason: 'destination_not_on_network', endpoint: 'route' }),
  refused(300, {
    status: 403,
    code: 'ENDPOINT_NOT_ALLOWED',
    endpoint: 'route',
    key_id: 'key_server',
    key_name: 'Агуулахын сервер',
  }),
];

const entry = (hours: number, action: AuditAction, more: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: `aud_${hours}`, time: ago(hours * HOUR_MS), action, account_id: ME.id, account_name: ME.name },
  ...{ organisation_id: ORGANISATION.id, project_id: null, target_id: null, target_name: null },
  ...{ details: {}, address: '192.0.2.17', actor: null },
  ...more,
});

export const AUDIT: AuditEntry[] = [
  entry(1, 'key.rotated', { target_name: 'Вэбсайт', details: { grace_s: 86_400 } }),
  entry(5, 'key.changed', { target_name: 'Вэбсайт', details: { rate_limit: 600, rate_limit_before: 100 } }),
  entry(20, 'key.created', { target_name: 'Android апп', details: { endpoints: 'geocode, route' } }),
  entry(30, 'invitation.created', { target_name: 'bold@example.mn', details: { role: 'member' } }),
  entry(400, 'key.revoked', {
    target_name: 'Хуучин тест',
    account_id: null,
    account_name: null,
    address: null,
  }),
];

export const SERVICE: ServiceState = {
  readiness: {
    status: 'degraded',
    checks: { keys: 'ok', rate_limits: 'fail', geocoding: 'ok', routing: 'not_configured' },
  },
  data: {
    datasets: [
      {
        ...{ number: 12, file: 'dataset-0012.gazarch', imported_at: ago(3 * HOUR_MS), bytes: 71_200_000 },
        ...{
          sources: ['mongolia-latest.osm.pbf'],
          data_from: ago(20 * HOUR_MS),
          is_served: true,
          edition: null,
        },
      },
      {
        ...{ number: 11, file: 'dataset-0011.gazarch', imported_at: ago(170 * HOUR_MS), bytes: 70_900_000 },
        ...{ sources: null, data_from: null, is_served: false, edition: null },
      },
    ],
    served_since: ago(2 * HOUR_MS),
    changing: { doing: 'import of mongolia', since: ago(180_000) },
    disks: [
      { of: 'datasets', free_bytes: 41.2e9, total_bytes: 250e9 },
      { of: 'database', free_bytes: 0.9e9, total_bytes: 20e9 },
    ],
    source_url: null,
    import_command: "gazarch import mongolia --dataset '/srv/gazarch/data/dataset'",
  },
  sources: { searches: 'embedded', routes: 'osrm+http://routes.example.mn:5000' },
  closures: { in_force: 3, planned: 1, over: 2 },
  api_url: 'http://localhost:8080',
  version: VERSION,
  console: {
    started_at: ago(30 * HOUR_MS),
    database: 'sqlite',
    mail: 'failing',
    mail_problem: 'connect ECONNREFUSED 127.0.0.1:25',
  },
};

export const SETTINGS: SettingInForce[] = [
  {
    ...{ flag: '--port', env: 'GAZARCH_PORT', value: '8080', default: '8080', unit: '' },
    ...{ description: 'Port of the API.', is_default: true },
  },
  {
    ...{
      flag: '--database',
      env: 'GAZARCH_DATABASE',
      value: 'postgres://gazarch:***@db/gazarch',
      default: 'data/keys.db',
    },
    ...{ unit: '', description: 'Where keys, accounts and usage are kept.', is_default: false },
  },
  {
    ...{
      flag: '--rate-limit',
      env: 'GAZARCH_RATE_LIMIT',
      value: '300',
      default: '100',
      unit: 'requests a minute',
    },
    ...{ description: 'Limit of a key that has none of its own.', is_default: false },
  },
];

export const PEOPLE: OperatorAccount[] = [
  {
    ...{ ...ME, closed_at: null, last_seen_at: ago(1000) },
    organisations: [{ id: ORGANISATION.id, name: ORGANISATION.name, role: 'owner' }],
  },
  {
    ...{ ...ME, id: 'acc_3', name: 'Sara Olsen', email: 'sara.olsen@example.com', is_operator: false },
    ...{ email_verified: false, closed_at: ago(DAY_MS), last_seen_at: null, organisations: [] },
  },
];

export const LINKS: UnsentLink[] = [
  {
    ...{ id: 'lnk_1', kind: 'reset', email: 'temuulen@example.mn', link: 'http://localhost:8081/reset#abc' },
    ...{ created_at: ago(HOUR_MS), expires_at: ago(-HOUR_MS) },
  },
];

export const TRY_REQUESTS: TryRequest[] = [
  {
    id: 'geocode.search',
    endpoint: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    query: { q: 'Сүхбаатарын талбай', limit: '5' },
  },
  {
    id: 'geocode.reverse',
    endpoint: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    query: { lat: '47.9187', lon: '106.9177' },
  },
  {
    ...{ id: 'route', endpoint: 'route', method: 'GET', path: '/v1/route' },
    query: { origin: '106.9175,47.9181', destination: '106.923,47.9179', mode: 'driving' },
  },
];
