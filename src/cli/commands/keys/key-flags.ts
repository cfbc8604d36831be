import type { Command } from 'commander';
import { InputError } from '../../../errors.js';
import type { KeyEdit } from '../../../keys/api-key.js';
import { MONTHLY_QUOTA_MAX, RATE_LIMIT_MAX } from '../../../keys/key-fields.js';
import { parseExpiry } from '../../terminal/expiry-date.js';

/** The flags that `keys create` and `keys edit` share, as typed. */
export interface KeyRuleFlags {
  rateLimit?: string;
  expires?: string;
  origin?: string[];
  address?: string[];
  monthlyQuota?: string;
  quotaRefuses?: boolean;
}

const EXPIRY = 'a date such as 2030-12-31, a date-time, or a time span such as 12h, 30d, 4w, 1y';

export function addRuleFlags(command: Command, { isEdit }: { isEdit: boolean }): Command {
  const [limit, expiry, all, none] = isEdit
    ? ["; default: the deployment's", '; never: it does not expire', '; any: all', '; none: no quota']
    : [" (default: the deployment's)", ' (default: never)', ' (default: all)', ' (default: no quota)'];
  command
    .option('--rate-limit <n>', `requests per minute${limit}`)
    .option('--expires <date>', `${EXPIRY}${expiry}`)
    .option(
      '--origin <origin>',
      `web pages that may use it, such as https://*.shop.mn; repeatable${all}`,
      add,
    )
    .option('--address <cidr>', `addresses that may use it, such as 203.0.113.0/24; repeatable${all}`, add)
    .option('--monthly-quota <n>', `requests per month${none}`)
    .option('--quota-refuses', 'refuse requests beyond the quota, instead of only sending an email');
  return isEdit ? command.option('--no-quota-refuses', 'beyond the quota, only send an email') : command;
}

function add(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/**
 * Returns only the values that were given; flags that were not given are absent. The words `default`,
 * `never`, `any` and `none` clear a value.
 * @throws InputError that names the flag
 */
export function readRules(flags: KeyRuleFlags, now: Date): KeyEdit {
  const { rateLimit, expires, origin, address, monthlyQuota, quotaRefuses } = flags;
  return {
    ...(rateLimit === undefined
      ? {}
      : {
          rateLimit: number('--rate-limit', rateLimit, {
            absent: 'default',
            most: RATE_LIMIT_MAX,
            unit: 'requests per minute',
          }),
        }),
    ...(expires === undefined ? {} : { expiresAt: expires === 'never' ? null : parseExpiry(expires, now) }),
    ...(origin === undefined ? {} : { allowedOrigins: list('--origin', origin) }),
    ...(address === undefined ? {} : { allowedAddresses: list('--address', address) }),
    ...(monthlyQuota === undefined
      ? {}
      : {
          monthlyQuota: number('--monthly-quota', monthlyQuota, {
            absent: 'none',
            most: MONTHLY_QUOTA_MAX,
            unit: 'requests',
          }),
        }),
    ...(quotaRefuses === undefined ? {} : { quotaRefuses }),
  };
}

function number(
  flag: string,
  text: string,
  { absent, most, unit }: { absent: string; most: number; unit: string },
): number | null {
  if (text === absent) return null;
  const value = /^\d{1,13}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new InputError(
    `${flag} is ${JSON.stringify(text)}; it must be a whole number from 1 to ${most} ${unit}, or ${absent}`,
  );
}

function list(flag: string, values: readonly string[]): readonly string[] {
  if (!values.includes('any')) return values;
  if (values.length === 1) return [];
  throw new InputError(`${flag} any allows all, and cannot be combined with others`);
}

const GRACE_UNITS_S: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Returns the number of seconds in a time span such as `30m`, `12h` or `7d`; 0 for `0`. @throws InputError
 */
export function parseGrace(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (text === '0') return 0;
  if (match !== null) return Number(match[1]) * GRACE_UNITS_S[match[2]];
  throw new InputError(`--grace is ${JSON.stringify(text)}; it must be a span such as 30m, 12h or 7d, or 0`);
}
