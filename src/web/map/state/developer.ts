import { signal } from '@preact/signals';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-developer';

/**
 * Whether to show requests, ids and reasons, for people who build with the service. This browser keeps it.
 */
export const isDeveloper = signal(stored(NAME) === 'on');

export function switchDeveloper(): void {
  isDeveloper.value = !isDeveloper.peek();
  store(NAME, isDeveloper.peek() ? 'on' : null);
}
