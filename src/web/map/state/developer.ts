import { signal } from '@preact/signals';
import { store, stored } from '../../shared/stored.js';

const NAME = 'gazarch-developer';

/**
 * Whether to show requests, ids and reasons, which are meant for developers who use the service. The browser
 * remembers this choice.
 */
export const isDeveloper = signal(stored(NAME) === 'on');

export function switchDeveloper(): void {
  isDeveloper.value = !isDeveloper.peek();
  store(NAME, isDeveloper.peek() ? 'on' : null);
}
