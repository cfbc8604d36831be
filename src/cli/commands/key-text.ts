import { keyStatus } from '../../keys/api-key.js';
import type { ApiKey } from '../../keys/api-key.js';
import { formatTable } from '../terminal/output.js';

/** The fields that `--json` prints. Their names are part of the interface and stay stable. */
export function toJson(key: ApiKey, now: Date): Record<string, unknown> & { id: string; name: string } {
  return {
    id: key.id,
    name: key.name,
    endpoints: key.endpoints,
    rate_limit: key.rateLimit,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    status: keyStatus(key, now.getTime()),
  };
}

/** A key for people, a line for each field. */
export function describe(key: ApiKey, now: Date): string {
  const lines = [
    ['id', key.id],
    ['name', key.name],
    ['status', keyStatus(key, now.getTime())],
    ['endpoints', key.endpoints.join(', ')],
    [
      'rate limit',
      key.rateLimit === null ? "the deployment's default" : `${key.rateLimit} requests per minute`,
    ],
    ['created', moment(key.createdAt, '')],
    ['expires', moment(key.expiresAt, 'never')],
    ...(key.revokedAt === null ? [] : [['revoked', moment(key.revokedAt, '')]]),
    ['last used', moment(key.lastUsedAt, 'never')],
  ];
  return formatTable(lines[0], lines.slice(1));
}

/** A key in the table of all: the header is that of `keys list`. */
export function tableRow(key: ApiKey, now: Date): string[] {
  const limit = key.rateLimit === null ? 'default' : String(key.rateLimit);
  const times = [moment(key.createdAt, ''), moment(key.expiresAt, 'never'), moment(key.lastUsedAt, 'never')];
  return [key.id, key.name, keyStatus(key, now.getTime()), key.endpoints.join(','), limit, ...times];
}

/** A moment in UTC, to the minute: `2030-12-31T18:00Z`. */
function moment(date: Date | null, absent: string): string {
  return date === null ? absent : `${date.toISOString().slice(0, 16)}Z`;
}
