import { effect, signal } from '@preact/signals';
import { store, stored } from '../../shared/stored.js';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'theme';
const kept = THEMES.find((theme) => theme === stored(NAME));

export const theme = signal<Theme>(kept ?? 'system');

/** The number of times the colors have changed, which makes canvases redraw. */
export const colourRound = signal(0);

export function chooseTheme(wanted: Theme): void {
  store(NAME, wanted === 'system' ? null : wanted);
  theme.value = wanted;
}

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
  colourRound.value = colourRound.peek() + 1;
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => colourRound.value++);
