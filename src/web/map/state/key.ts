import { computed, signal } from '@preact/signals';
import { isCut } from '../offline/kept-data.js';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-key';
/** The key in the link that the service prints when it is first started. */
const IN_ADDRESS = /^#key=([\w-]+)&?/;

/**
 * Reads the key from the URL, uses it in this tab, and immediately removes it from the URL. The part of the
 * URL after `#` is never sent to a server, but it should not be shared, shown or bookmarked either. Returns
 * null if the URL does not contain a key.
 */
function keyOfAddress(): string | null {
  const given = IN_ADDRESS.exec(location.hash);
  if (given === null) return null;
  history.replaceState(null, '', `${location.pathname}#${location.hash.slice(given[0].length)}`);
  return given[1];
}

/** This tab's API key, or empty if it does not have one yet. The key is forgotten when the tab is closed. */
export const key = signal(stored(NAME, () => sessionStorage) ?? '');

/**
 * A key from a link that differs from the tab's key and that the user must accept before it is used, or null
 * if there is none.
 */
export const offeredKey = signal<string | null>(null);

/**
 * Reads the key from the URL. A tab that already has another key keeps it and asks the user, because the
 * author of the link can see how many requests the link's key sends, and may revoke it.
 */
export function takeKeyOfAddress(): void {
  const given = keyOfAddress();
  if (given === null || given === key.peek()) return;
  if (key.peek() === '') useKey(given);
  else offeredKey.value = given;
}

/** Whether the service answers requests from this page without a key. */
export const asksWithoutKey = signal(false);

/**
 * How the service responds to a page that has no key. Browsers tell the service which page sent a request
 * only if the page is loaded over https or from the same machine.
 */
export const keyless = signal<'refused' | 'needs_https' | 'answered'>('refused');

export function keylessNow(isAllowed: boolean): 'refused' | 'needs_https' | 'answered' {
  if (!isAllowed) return 'refused';
  return isSecureContext ? 'answered' : 'needs_https';
}

/** Whether the page can send requests. No key is needed for stored data. */
export const canAsk = computed(() => key.value !== '' || asksWithoutKey.value || isCut.value);

/** Why the service refused the previous key, in the service's own words, or null if no key was refused. */
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

/** Shortens the key, but keeps it recognizable. */
export function maskedKey(text: string): string {
  return text === '' ? 'YOUR_KEY' : `${text.slice(0, 8)}…`;
}

takeKeyOfAddress();
