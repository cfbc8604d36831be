import { signal } from '@preact/signals';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-key';

/** The API key of this tab; empty: none yet. It goes with the tab. */
export const key = signal(stored(NAME, () => sessionStorage) ?? '');

/** Why the key before was not taken, as the service says it; null: nothing is wrong. */
export const keyProblem = signal<{ code: string; reason: string | null } | null>(null);

export function useKey(text: string): void {
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
