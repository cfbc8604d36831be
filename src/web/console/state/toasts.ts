import { signal } from '@preact/signals';

const SHOWN_MS = 4000;

let next = 0;

export const toasts = signal<readonly { id: number; text: string }[]>([]);

/** Shows a short message that an action is complete. Screen readers announce it too. */
export function say(text: string): void {
  const id = next++;
  // A repeated message is shown only once.
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, text }];
  setTimeout(() => (toasts.value = toasts.value.filter((toast) => toast.id !== id)), SHOWN_MS);
}
