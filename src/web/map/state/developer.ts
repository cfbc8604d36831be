import { signal } from '@preact/signals';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-developer';

/** Requests, ids and reasons are shown: for those who build with the service. Kept in this browser. */
export const isDeveloper = signal(stored(NAME) === 'on');

export function switchDeveloper(): void {
  isDeveloper.value = !isDeveloper.peek();
  store(NAME, isDeveloper.peek() ? 'on' : null);
}
