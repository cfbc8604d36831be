/**
 * Stores small values in the browser. If the browser cannot store values (because of a private window or a
 * full disk), the page still works.
 */

export function stored(name: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** @param value null removes the stored value */
export function store(name: string, value: string | null, storage: () => Storage = () => localStorage): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
  } catch {
    // In that case, the value lasts until the tab is closed.
  }
}
