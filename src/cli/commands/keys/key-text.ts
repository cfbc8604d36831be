import { counted } from '../../../counted.js';
import { InputError } from '../../../errors.js';
import { keyStatus } from '../../../keys/api-key.js';
import type { ApiKey } from '../../../keys/api-key.js';
import { isWellFormedToken } from '../../../keys/key-token.js';
import { formatTable } from '../../terminal/output.js';

/** Returns the fields that `--json` prints. Their names are part of the interface and never change. */
export function toJson(key: ApiKey, now: Date): Record<string, unknown> & { id: string; name: string } {
  return {
    id: key.id,
    name: key.name,
    project: key.projectId,
    created_by: key.createdBy,
    endpoints: key.endpoints,
    rate_limit: key.rateLimit,
    allowed_origins: key.allowedOrigins,
    allowed_addresses: key.allowedAddresses,
    monthly_quota: key.monthlyQuota,
    quota_refuses: key.quotaRefuses,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    previous_expires_at: key.previousExpiresAt,
    status: keyStatus(key, now.getTime()),
  };
}

/** Returns a human-readable description of a key, with one line per field. */
export function describe(key: ApiKey, now: Date): string {
  const lines = [
    ['id', key.id],
    ['name', key.name],
    ['project', key.projectId],
    ['status', keyStatus(key, now.getTime())],
    ['endpoints', key.endpoints.join(', ')],
    [
      'rate limit',
      key.rateLimit === null ? "the deployment's default" : `${counted(key.rateLimit, 'request')} per minute`,
    ],
    ...(key.allowedOrigins.length === 0 ? [] : [['web origins', key.allowedOrigins.join(', ')]]),
    ...(key.allowedAddresses.length === 0 ? [] : [['addresses', key.allowedAddresses.join(', ')]]),
    ...(key.monthlyQuota === null ? [] : [['monthly quota', quotaText(key.monthlyQuota, key.quotaRefuses)]]),
    ['created', moment(key.createdAt, '')],
    ['expires', moment(key.expiresAt, 'never')],
    ...(key.revokedAt === null ? [] : [['revoked', moment(key.revokedAt, '')]]),
    ['last used', moment(key.lastUsedAt, 'never')],
    ...(key.previousExpiresAt === null ? [] : [['old secret until', moment(key.previousExpiresAt, '')]]),
  ];
  return formatTable(lines[0], lines.slice(1));
}

/** Returns a key as a row of the `keys list` table. */
export function tableRow(key: ApiKey, now: Date): string[] {
  const limit = key.rateLimit === null ? 'default' : String(key.rateLimit);
  const times = [moment(key.createdAt, ''), moment(key.expiresAt, 'never'), moment(key.lastUsedAt, 'never')];
  return [
    key.id,
    key.name,
    key.projectId,
    keyStatus(key, now.getTime()),
    key.endpoints.join(','),
    limit,
    ...times,
  ];
}

export function unknownKey(id: string): never {
  // The user may have pasted the key itself. The pasted key is not printed, because it would then appear on
  // the terminal twice.
  if (isWellFormedToken(id))
    throw new InputError(
      'this is a key, not its id; `gazarch keys list` shows the ids, which begin with key_',
    );
  throw new InputError(
    `there is no key with the id ${JSON.stringify(id)}; \`gazarch keys list\` shows them all`,
  );
}

function quotaText(quota: number, refuses: boolean): string {
  return `${counted(quota, 'request')} (${refuses ? 'more are refused' : 'more are answered'})`;
}

/** Returns a time in UTC, to the minute: `2030-12-31T18:00Z`. */
function moment(date: Date | null, absent: string): string {
  return date === null ? absent : `${date.toISOString().slice(0, 16)}Z`;
}
