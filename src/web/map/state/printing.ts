import { signal } from '@preact/signals';

/** Whether the page is being printed. It then contains all steps, and the map is light. */
export const isPrinting = signal(false);

addEventListener('beforeprint', () => (isPrinting.value = true));
addEventListener('afterprint', () => (isPrinting.value = false));
