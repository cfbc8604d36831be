import { signal } from '@preact/signals';

/** While the page is printed, it contains all steps, and the map is light. */
export const isPrinting = signal(false);

addEventListener('beforeprint', () => (isPrinting.value = true));
addEventListener('afterprint', () => (isPrinting.value = false));
