import { computed, signal } from '@preact/signals';
import { isCut } from '../offline/kept-data.js';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-key';
/** The key in the link that the service prints when it first starts. */
const IN_ADDRESS = /^#key=([\w-]+)&?/;

/**
 * Takes a key from the address for this tab, and removes it from the address at once: the part after `#` is
 * sent to nobody, and should not be shared, shown or kept as a bookmark either. Null: there is none.
 */
function keyOfAddress(): string | null {
  const given = IN_ADDRESS.exec(location.hash);
  if (given === null) return null;
  history.replaceState(null, '', `${location.pathname}#${location.hash.slice(given[0].length)}`);
  return given[1];
}

/** The API key of this tab; empty: none yet. It is forgotten with the tab. */
export const key = signal(stored(NAME, () => sessionStorage) ?? '');

/** A link's key that differs from the tab's: somebody has to agree first. Null: none. */
export const offeredKey = signal<string | null>(null);

/**
 * Takes the key out of the address. A tab with another key keeps its own, and asks: the author of the link
 * sees how much is asked with his key, and may end it.
 */
export function takeKeyOfAddress(): void {
  const given = keyOfAddress();
  if (given === null || given === key.peek()) return;
  if (key.peek() === '') useKey(given);
  else offeredKey.value = given;
}

/** Whether the service answers this page without a key. */
export const asksWithoutKey = signal(false);

/**
 * The service's answer to a page without a key: browsers name the page only with https, and on
 * the same machine.
 */
export const keyless = signal<'refused' | 'needs_https' | 'answered'>('refused');

export function keylessNow(isAllowed: boolean): 'refused' | 'needs_https' | 'answered' {
  if (!isAllowed) return 'refused';
  return isSecureContext ? 'answered' : 'needs_https';
}

/** Whether the page can ask. Kept data need no key. */
export const canAsk = computed(() => key.value !== '' || asksWithoutKey.value || isCut.value);

/** Why the previous key was refused, in the service's words; null: no problem. */
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

/** The key in short: enough to recognize it. */
export function maskedKey(text: string): string {
  return text === '' ? 'YOUR_KEY' : `${text.slice(0, 8)}…`;
}

takeKeyOfAddress();
