import { signal } from '@preact/signals';

/**
 * Whether the page is being printed. While the page is being printed, it shows all steps, and its map uses
 * light colors.
 */
export const isPrinting = signal(false);

addEventListener('beforeprint', () => (isPrinting.value = true));
addEventListener('afterprint', () => (isPrinting.value = false));
