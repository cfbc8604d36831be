/**
 * Small values that a browser keeps. A browser that keeps nothing (private window, full disk) still works.
 */

export function stored(name: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

/** @param value null: forget it */
export function store(name: string, value: string | null, storage: () => Storage = () => localStorage): void {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, value);
  } catch {
    // It then lasts until the tab is closed.
  }
}
