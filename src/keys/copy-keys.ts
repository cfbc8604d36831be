import { counted } from '../counted.js';
import { InputError } from '../errors.js';
import type { ApiKey, StoredKey } from './api-key.js';
import type { WholeKeyStore } from './key-store.js';

/** The result of copying keys: how many keys were copied, revoked or already present. */
export interface CopyResult {
  /** Keys that were not in the target. */
  copied: number;
  /** Keys in the target that are now revoked because they are revoked in the source. */
  revoked: number;
  /** Keys in the source that the target already had. */
  present: number;
}

/** The maximum number of conflicts named in the message. */
const CONFLICTS_NAMED = 3;

/**
 * Copies every key with its id, secrets, rules, times and revocation, and all keys' projects. The copy can be
 * repeated; a repeated copy adds only new keys. A revoked key never becomes usable: a key revoked on either
 * side is revoked in the target. If a key differs in any other way, nothing is copied.
 * @throws InputError that names the keys that differ and how they differ
 */
export async function copyKeys(from: WholeKeyStore, to: WholeKeyStore): Promise<CopyResult> {
  const source = await from.list();
  const target = new TargetKeys(await to.list());
  const conflicts = source.flatMap((stored) => target.conflict(stored) ?? []);
  if (conflicts.length > 0) throw conflictError(conflicts, to);
  const missing = source.filter((stored) => target.get(stored) === undefined);
  const toRevoke = source.filter(
    (stored) => stored.key.revokedAt !== null && target.get(stored)?.key.revokedAt === null,
  );
  await copyProjects(from, to);
  for (const { key } of toRevoke) await to.revoke(key.id, key.revokedAt!);
  if (missing.length > 0) await to.createAll(missing);
  return { copied: missing.length, revoked: toRevoke.length, present: source.length - missing.length };
}

/** Copies projects that are missing from the target. Existing projects stay unchanged. */
async function copyProjects(from: WholeKeyStore, to: WholeKeyStore): Promise<void> {
  const known = new Set((await to.projects()).map(({ id }) => id));
  for (const project of await from.projects()) if (!known.has(project.id)) await to.createProject(project);
}

class TargetKeys {
  readonly #byId: Map<string, StoredKey>;
  readonly #byHash: Map<string, StoredKey>;

  constructor(keys: readonly StoredKey[]) {
    this.#byId = new Map(keys.map((stored) => [stored.key.id, stored]));
    this.#byHash = new Map(
      keys.flatMap((stored) => {
        const { hash, previousHash } = stored;
        return (previousHash === null ? [hash] : [hash, previousHash]).map((each) => [each, stored] as const);
      }),
    );
  }

  get({ key }: StoredKey): StoredKey | undefined {
    return this.#byId.get(key.id);
  }

  /** Returns the reason why a key cannot be copied, as part of a sentence, or null. */
  conflict({ key, hash, previousHash }: StoredKey): string | null {
    const known = this.#byId.get(key.id);
    const twin = this.#byHash.get(hash) ?? this.#byHash.get(previousHash ?? '');
    const isOther = known !== undefined && (known.hash !== hash || known.previousHash !== previousHash);
    if (isOther) return `${key.id} (another secret)`;
    if (twin !== undefined && twin.key.id !== key.id)
      return `${key.id} (it has the same secret as ${twin.key.id})`;
    if (known === undefined) return null;
    const fields = differences(key, known.key);
    return fields.length === 0 ? null : `${key.id} (${fields.join(', ')})`;
  }
}

/** Revocation and last use are not compared, because they only ever change in one direction. */
const COMPARED: readonly (readonly [name: string, value: (key: ApiKey) => unknown])[] = [
  ['name', ({ name }) => name],
  ['endpoints', ({ endpoints }) => endpoints.join()],
  ['rate_limit', ({ rateLimit }) => rateLimit],
  ['created_at', ({ createdAt }) => createdAt.getTime()],
  ['expires_at', ({ expiresAt }) => expiresAt?.getTime()],
  ['project', ({ projectId }) => projectId],
  ['allowed_origins', ({ allowedOrigins }) => allowedOrigins.join()],
  ['allowed_addresses', ({ allowedAddresses }) => allowedAddresses.join()],
  ['monthly_quota', ({ monthlyQuota }) => monthlyQuota],
  ['quota_refuses', ({ quotaRefuses }) => quotaRefuses],
  ['previous_expires_at', ({ previousExpiresAt }) => previousExpiresAt?.getTime()],
];

/** Returns the names of the fields that differ. Revocation and last use are not compared. */
export function differences(a: ApiKey, b: ApiKey): string[] {
  return COMPARED.filter(([, value]) => value(a) !== value(b)).map(([name]) => name);
}

function conflictError(conflicts: readonly string[], to: WholeKeyStore): InputError {
  const named = conflicts.slice(0, CONFLICTS_NAMED).join('; ');
  const rest = conflicts.length - CONFLICTS_NAMED;
  const keys = counted(conflicts.length, 'key differs', 'keys differ');
  return new InputError(
    `nothing was copied: ${keys} from the key with the same id or secret in ${to.place}: ` +
      `${named}${rest > 0 ? ` and ${rest} more` : ''}; ` +
      `make them the same on both sides, or name another target`,
  );
}
