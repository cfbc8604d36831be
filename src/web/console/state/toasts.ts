import { signal } from '@preact/signals';

const SHOWN_MS = 4000;

let next = 0;

export const toasts = signal<readonly { id: number; text: string }[]>([]);

/**
 * Shows a short message saying that an action has been completed. Screen readers also announce the message.
 */
export function say(text: string): void {
  const id = next++;
  // If the same message is already shown, it is replaced.
  toasts.value = [...toasts.value.filter((toast) => toast.text !== text), { id, text }];
  setTimeout(() => (toasts.value = toasts.value.filter((toast) => toast.id !== id)), SHOWN_MS);
}
