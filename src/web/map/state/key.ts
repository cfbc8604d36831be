import { computed, signal } from '@preact/signals';
import { isCut } from '../offline/kept-data.js';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-key';
/** In the link that the first start of the service prints. */
const IN_ADDRESS = /^#key=([\w-]+)&?/;

/**
 * A key in the address is taken for this tab, and leaves the address at once: what is behind `#` is sent to
 * nobody, and is not to be shared, shown or kept as a bookmark either. Null: there is none.
 */
function keyOfAddress(): string | null {
  const given = IN_ADDRESS.exec(location.hash);
  if (given === null) return null;
  history.replaceState(null, '', `${location.pathname}#${location.hash.slice(given[0].length)}`);
  return given[1];
}

/** The API key of this tab; empty: none yet. It goes with the tab. */
export const key = signal(stored(NAME, () => sessionStorage) ?? '');

/** Another key than that of the tab, which a link has: somebody has to agree first. Null: none. */
export const offeredKey = signal<string | null>(null);

/**
 * Takes the key out of the address. A tab that has another one keeps it, and asks: who made the link sees
 * how much is asked with his key, and may end it.
 */
export function takeKeyOfAddress(): void {
  const given = keyOfAddress();
  if (given === null || given === key.peek()) return;
  if (key.peek() === '') useKey(given);
  else offeredKey.value = given;
}

/** The service answers this page without a key. */
export const asksWithoutKey = signal(false);

/**
 * What the service does where a page asks without a key: browsers say whose page asks only with https, and on
 * this machine.
 */
export const keyless = signal<'refused' | 'needs_https' | 'answered'>('refused');

export function keylessNow(isAllowed: boolean): 'refused' | 'needs_https' | 'answered' {
  if (!isAllowed) return 'refused';
  return isSecureContext ? 'answered' : 'needs_https';
}

/** Whether the page can ask. What is kept needs no key. */
export const canAsk = computed(() => key.value !== '' || asksWithoutKey.value || isCut.value);

/** Why the key before was not taken, as the service says it; null: nothing is wrong. */
export const keyProblem = signal<{ code: string; reason: string | null } | null>(null);

export function useKey(text: string): void {
  offeredKey.value = null;
  store(NAME, text, () => sessionStorage);
  keyProblem.value = null;
  key.value = text;
}

export function forgetKey(problem: { code: string; reason: string | null } | null = null): void {
  store(NAME, null, () => sessionStorage);
  keyProblem.value = problem;
  key.value = '';
}

/** As it is shown: enough to know which one it is. */
export function maskedKey(text: string): string {
  return text === '' ? 'YOUR_KEY' : `${text.slice(0, 8)}…`;
}

takeKeyOfAddress();
