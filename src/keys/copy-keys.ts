import { InputError } from '../errors.js';
import type { ApiKey, StoredKey } from './api-key.js';
import type { WholeKeyStore } from './key-store.js';

/** What a copy did, in numbers of keys. */
export interface CopyResult {
  /** Keys that were not in the target. */
  copied: number;
  /** Keys of the target that are revoked now, because the source has them revoked. */
  revoked: number;
  /** Keys of the source that were in the target already. */
  present: number;
}

/** So many conflicts are named in the message. */
const CONFLICTS_NAMED = 3;

/**
 * Copies every key with its id, hash, times and revocation. It may be done again: then it copies what is new.
 * A revoked key never becomes usable: what is revoked on either side is revoked in the target. Nothing is
 * copied when a key differs otherwise.
 * @throws InputError that names keys that differ, and in what.
 */
export async function copyKeys(from: WholeKeyStore, to: WholeKeyStore): Promise<CopyResult> {
  const source = await from.list();
  const target = new KnownKeys(await to.list());
  const conflicts = source.flatMap((stored) => target.conflict(stored) ?? []);
  if (conflicts.length > 0) throw conflictError(conflicts, to);
  const missing = source.filter((stored) => target.get(stored) === undefined);
  const toRevoke = source.filter(
    (stored) => stored.key.revokedAt !== null && target.get(stored)?.key.revokedAt === null,
  );
  for (const { key } of toRevoke) await to.revoke(key.id, key.revokedAt!);
  if (missing.length > 0) await to.createAll(missing);
  return { copied: missing.length, revoked: toRevoke.length, present: source.length - missing.length };
}

class KnownKeys {
  readonly #byId: Map<string, StoredKey>;
  readonly #byHash: Map<string, StoredKey>;

  constructor(keys: readonly StoredKey[]) {
    this.#byId = new Map(keys.map((stored) => [stored.key.id, stored]));
    this.#byHash = new Map(keys.map((stored) => [stored.hash, stored]));
  }

  get({ key }: StoredKey): StoredKey | undefined {
    return this.#byId.get(key.id);
  }

  /** What keeps a key from being copied, as a part of a sentence; null: nothing. */
  conflict({ key, hash }: StoredKey): string | null {
    const known = this.#byId.get(key.id);
    const twin = this.#byHash.get(hash);
    if (known !== undefined && known.hash !== hash) return `${key.id} (another secret)`;
    if (twin !== undefined && twin.key.id !== key.id)
      return `${key.id} (its secret is that of ${twin.key.id})`;
    if (known === undefined) return null;
    const fields = differences(key, known.key);
    return fields.length === 0 ? null : `${key.id} (${fields.join(', ')})`;
  }
}

/** Revocation and last use are not compared: they only ever go one way. */
function differences(a: ApiKey, b: ApiKey): string[] {
  return [
    ...(a.name === b.name ? [] : ['name']),
    ...(a.endpoints.join() === b.endpoints.join() ? [] : ['endpoints']),
    ...(a.rateLimit === b.rateLimit ? [] : ['rate_limit']),
    ...(a.createdAt.getTime() === b.createdAt.getTime() ? [] : ['created_at']),
    ...(a.expiresAt?.getTime() === b.expiresAt?.getTime() ? [] : ['expires_at']),
  ];
}

function conflictError(conflicts: readonly string[], to: WholeKeyStore): InputError {
  const named = conflicts.slice(0, CONFLICTS_NAMED).join('; ');
  const rest = conflicts.length - CONFLICTS_NAMED;
  const keys = conflicts.length === 1 ? '1 key differs' : `${conflicts.length} keys differ`;
  return new InputError(
    `nothing was copied: ${keys} from the one with the same id or secret in ${to.place}: ` +
      `${named}${rest > 0 ? ` and ${rest} more` : ''}; ` +
      `make them the same on both sides, or name another target`,
  );
}
