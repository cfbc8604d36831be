import { differences } from './copy-keys.js';
import type { StoredKey } from './api-key.js';

/** The differences between a database and an earlier state of it. Names are of keys. */
export interface KeyComparison {
  /** In the earlier state and not now. */
  added: StoredKey[];
  /** Made since: unknown afterwards. */
  lost: StoredKey[];
  /** Revoked since: usable again. */
  unrevoked: StoredKey[];
  /** With another secret, or other rules. */
  changed: StoredKey[];
}

/** @param now the keys of today @param then those of the earlier state */
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
