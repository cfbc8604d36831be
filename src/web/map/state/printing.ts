import { signal } from '@preact/signals';

/** While the page is printed, all steps are on it. */
export const isPrinting = signal(false);

addEventListener('beforeprint', () => (isPrinting.value = true));
addEventListener('afterprint', () => (isPrinting.value = false));

/** Prints once the steps are drawn, which is after the next picture. */
export function printPage(): void {
  isPrinting.value = true;
  requestAnimationFrame(() => setTimeout(() => print()));
}
