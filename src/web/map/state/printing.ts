import { signal } from '@preact/signals';

/** While the page is printed, all steps are on it, and the map is light. */
export const isPrinting = signal(false);

addEventListener('beforeprint', () => (isPrinting.value = true));
addEventListener('afterprint', () => (isPrinting.value = false));
