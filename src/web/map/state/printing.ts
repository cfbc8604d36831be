import { signal } from '@preact/signals';

/** Whether the page is being printed. It then shows all steps, and the map uses light colors. */
export const isPrinting = signal(false);

addEventListener('beforeprint', () => (isPrinting.value = true));
addEventListener('afterprint', () => (isPrinting.value = false));
