import { InputError } from '../../errors.js';
import { KEY_SCOPES } from '../../keys/api-key.js';
import type { KeyScope } from '../../keys/api-key.js';
import { makeKey } from '../../keys/create-key.js';
import { RATE_LIMIT_MAX } from '../../keys/key-fields.js';
import type { KeyStore } from '../../keys/key-store.js';
import { parseExpiry } from '../terminal/expiry-date.js';
import { printNote, printsNowhere, printSurely } from '../terminal/output.js';
import { withStore, type KeysFlags } from './key-database.js';
import { describe, toJson } from './key-text.js';

export interface CreateFlags extends KeysFlags {
  name: string;
  endpoints: string;
  rateLimit?: string;
  expires?: string;
  databaseMustExist?: boolean;
}

/**
 * `gazarch keys create`. Afterwards the key is stored and was printed, or no usable key was made.
 * @throws InputError that says which, when it is not the first.
 */
export async function createKeyAndPrint(flags: CreateFlags): Promise<void> {
  if (printsNowhere())
    throw new InputError('the key would be lost: stdout is closed or goes to /dev/null; none was made');
  const now = new Date();
  const made = makeKey(
    {
      name: flags.name,
      endpoints: parseEndpoints(flags.endpoints),
      rateLimit: flags.rateLimit === undefined ? null : parseRateLimit(flags.rateLimit),
      expiresAt: flags.expires === undefined ? null : parseExpiry(flags.expires, now),
    },
    now,
  );
  const { key, hash, previousHash } = made;
  await withStore(flags, { mayBeMade: true }, async (store) => {
    try {
      await store.create({ key, hash, previousHash });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${error.message}; ${await undo(store, key.id)}`, { cause: error });
    }
    try {
      await printSurely(flags.json === true ? jsonText(made, now) : textOf(made, now));
    } catch (error) {
      const reason = (error as Error).message;
      throw new InputError(`the key could not be printed (${reason}); ${await undo(store, key.id)}`, {
        cause: error,
      });
    }
    // Last, because a closed stderr ends the program.
    if (store.isNew) printNote(`made the key database ${store.place}`);
  });
}

/**
 * Revokes a key that nobody saw. A write that failed may be in the database nevertheless: when its last step
 * failed, SQLite can find it complete later.
 * @returns what became of the key, for the message
 */
async function undo(store: KeyStore, id: string): Promise<string> {
  try {
    const stored = await store.revoke(id, new Date());
    return stored === null ? 'no usable key was made' : `${id} was revoked, make another`;
  } catch {
    return `it is not known whether it is stored: should \`gazarch keys list\` show ${id}, revoke it`;
  }
}

type MadeKey = ReturnType<typeof makeKey>;

function jsonText({ key, token }: MadeKey, now: Date): string {
  const { id, name, ...rest } = toJson(key, now);
  return JSON.stringify({ id, name, key: token, ...rest });
}

function textOf({ key, token }: MadeKey, now: Date): string {
  return (
    `${describe(key, now)}\n\nAuthorization: Bearer ${token}\n\n` +
    `This is the header to send with every request. Keep it now: the key is not shown again.`
  );
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
