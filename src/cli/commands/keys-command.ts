import { Command } from 'commander';
import { InputError } from '../../errors.js';
import { KEY_SCOPES, keyStatus } from '../../keys/api-key.js';
import type { ApiKey, KeyScope } from '../../keys/api-key.js';
import { createKey, RATE_LIMIT_MAX } from '../../keys/create-key.js';
import type { KeyStore } from '../../keys/key-store.js';
import { isWellFormedToken } from '../../keys/key-token.js';
import { openSqliteKeyStore } from '../../keys/sqlite/sqlite-key-store.js';
import { parseExpiry } from '../terminal/expiry-date.js';
import { formatTable, print, printWarning, sayErrorsInOneLine } from '../terminal/output.js';
import { addSettingFlags, readSetting, unknownSettings } from '../terminal/settings.js';

interface KeysFlags {
  database?: string;
  json?: boolean;
}

interface CreateFlags extends KeysFlags {
  name: string;
  endpoints: string;
  rateLimit?: string;
  expires?: string;
}

/** `gazarch keys create|list|show|revoke`. A running service takes over the changes within seconds. */
export function keysCommand(): Command {
  const command = new Command('keys').description('create, list and revoke API keys');
  command
    .command('create')
    .description('create a key and print it, this once')
    .requiredOption('--name <name>', 'what or whom the key is for')
    .requiredOption('--endpoints <list>', `what the key may call, comma-separated: ${KEY_SCOPES.join(',')}`)
    .option('--rate-limit <n>', 'requests per minute (default: that of the deployment)')
    .option(
      '--expires <date>',
      'a date such as 2030-12-31, a date-time, or a span such as 12h, 30d, 4w, 1y (default: never)',
    )
    .action(create);
  command.command('list').description('list all keys, oldest first').action(list);
  command
    .command('show')
    .description('show one key')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .action(show);
  command
    .command('revoke')
    .description('revoke a key for good')
    .argument('<id>', 'id of the key, such as key_4f9sK2mQx0Lz')
    .action(revoke);
  for (const each of command.commands) addSettingFlags(each, ['database']).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

async function create(flags: CreateFlags): Promise<void> {
  const now = new Date();
  const request = {
    name: flags.name,
    endpoints: parseEndpoints(flags.endpoints),
    rateLimit: flags.rateLimit === undefined ? null : parseRateLimit(flags.rateLimit),
    expiresAt: flags.expires === undefined ? null : parseExpiry(flags.expires, now),
  };
  const { key, token } = await withStore(flags, false, (store) => createKey(store, request, now));
  if (flags.json === true) {
    const { id, name, ...rest } = toJson(key, now);
    print(JSON.stringify({ id, name, key: token, ...rest }));
    return;
  }
  print(
    `${describe(key, now)}\n\nAuthorization: Bearer ${token}\n\n` +
      `This is the header to send with every request. Keep it now: the key is not shown again.`,
  );
}

async function list(flags: KeysFlags): Promise<void> {
  const stored = await withStore(flags, true, (store) => store.list());
  const now = new Date();
  if (flags.json === true) {
    print(JSON.stringify(stored.map(({ key }) => toJson(key, now))));
  } else if (stored.length === 0) {
    print(
      `There are no keys yet. Make one: gazarch keys create --name NAME --endpoints ${KEY_SCOPES.join(',')}`,
    );
  } else {
    const header = ['ID', 'NAME', 'STATUS', 'ENDPOINTS', 'PER MINUTE', 'CREATED', 'EXPIRES', 'LAST USED'];
    print(
      formatTable(
        header,
        stored.map(({ key }) => tableRow(key, now)),
      ),
    );
  }
}

async function show(id: string, flags: KeysFlags): Promise<void> {
  const stored = await withStore(flags, true, (store) => store.get(id));
  printKey((stored ?? unknownKey(id)).key, flags);
}

async function revoke(id: string, flags: KeysFlags): Promise<void> {
  const stored = await withStore(flags, true, (store) => store.revoke(id, new Date()));
  printKey((stored ?? unknownKey(id)).key, flags);
}

/** Opens the key store for `work` and closes it afterwards. It warns of unknown `GAZARCH_` variables. */
async function withStore<T>(
  flags: KeysFlags,
  mustExist: boolean,
  work: (store: KeyStore) => Promise<T>,
): Promise<T> {
  unknownSettings(process.env).forEach(printWarning);
  const store = await openSqliteKeyStore(readSetting('database', { ...flags }, process.env), { mustExist });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function parseEndpoints(text: string): KeyScope[] {
  return text.split(',').map((part) => {
    const endpoint = KEY_SCOPES.find((known) => known === part.trim());
    if (endpoint !== undefined) return endpoint;
    throw new InputError(
      `--endpoints is ${JSON.stringify(text)}; it must be a comma-separated list of ${KEY_SCOPES.join(', ')}`,
    );
  });
}

function parseRateLimit(text: string): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= RATE_LIMIT_MAX) return value;
  throw new InputError(
    `--rate-limit is ${JSON.stringify(text)}; ` +
      `it must be a whole number from 1 to ${RATE_LIMIT_MAX} requests per minute`,
  );
}

function unknownKey(id: string): never {
  // The user may have pasted the key itself. Do not print it: it would be on the terminal a second time.
  if (isWellFormedToken(id))
    throw new InputError(
      'this is a key, not the id of one; `gazarch keys list` shows the ids, which begin with key_',
    );
  throw new InputError(
    `there is no key with the id ${JSON.stringify(id)}; \`gazarch keys list\` shows them all`,
  );
}

function printKey(key: ApiKey, flags: KeysFlags): void {
  const now = new Date();
  print(flags.json === true ? JSON.stringify(toJson(key, now)) : describe(key, now));
}

/** The fields that `--json` prints. Their names are part of the interface and stay stable. */
function toJson(key: ApiKey, now: Date): Record<string, unknown> & { id: string; name: string } {
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

function describe(key: ApiKey, now: Date): string {
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

function tableRow(key: ApiKey, now: Date): string[] {
  const limit = key.rateLimit === null ? 'default' : String(key.rateLimit);
  const times = [moment(key.createdAt, ''), moment(key.expiresAt, 'never'), moment(key.lastUsedAt, 'never')];
  return [key.id, key.name, keyStatus(key, now.getTime()), key.endpoints.join(','), limit, ...times];
}

/** A moment in UTC, to the minute: `2030-12-31T18:00Z`. */
function moment(date: Date | null, absent: string): string {
  return date === null ? absent : `${date.toISOString().slice(0, 16)}Z`;
}
