import { differences } from './copy-keys.js';
import type { StoredKey } from './api-key.js';

/** The differences between the current state and an earlier state of a database, as lists of keys. */
export interface KeyComparison {
  /** Current keys that are missing from the earlier state. */
  added: StoredKey[];
  /** Keys created since the earlier state, which would become unknown. */
  lost: StoredKey[];
  /** Keys revoked since the earlier state, which would become usable again. */
  unrevoked: StoredKey[];
  /** Keys with a different secret or different rules. */
  changed: StoredKey[];
}

/**
 * @param now the current keys
 * @param then the keys in the earlier state
 */
export function compareKeys(now: readonly StoredKey[], then: readonly StoredKey[]): KeyComparison {
  const today = new Map(now.map((stored) => [stored.key.id, stored]));
  const earlier = new Set(then.map(({ key }) => key.id));
  const known = then.flatMap((old) => {
    const current = today.get(old.key.id);
    return current === undefined ? [] : [{ old, current }];
  });
  const isUnrevoked = ({ old, current }: (typeof known)[number]): boolean =>
    old.key.revokedAt === null && current.key.revokedAt !== null;
  return {
    added: then.filter(({ key }) => !today.has(key.id)),
    lost: now.filter(({ key }) => !earlier.has(key.id)),
    unrevoked: known.filter(isUnrevoked).map(({ current }) => current),
    changed: known
      .filter((each) => !isUnrevoked(each))
      .filter(({ old, current }) => old.hash !== current.hash || differences(old.key, current.key).length > 0)
      .map(({ current }) => current),
  };
}
