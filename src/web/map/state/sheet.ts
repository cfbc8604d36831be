import { effect, signal } from '@preact/signals';
import { chosen, route, spot } from './page-state.js';

/**
 * How the panel covers the map: at the side of a wide screen, or as a sheet at the bottom of a phone screen.
 */

/** The number of pixels that are covered at each edge of the map. */
export interface Covered {
  left: number;
  right: number;
  bottom: number;
}

export const covered = signal<Covered>({ left: 0, right: 0, bottom: 0 });

const narrow = matchMedia('(width < 720px)');
export const isSheet = signal(narrow.matches);
narrow.addEventListener('change', () => (isSheet.value = narrow.matches));

/** Whether the main pointing device is a finger. */
export const hasFinger = (): boolean => matchMedia('(pointer: coarse)').matches;

/** The width of the buttons on the right, including their margin, so that no marker is hidden under them. */
const BUTTONS_PIXELS = 56;
/** The delay after which a panel that is growing is measured, because its size has settled by then. */
const STANDS_MS = 120;

/** Keeps `covered` up to date. @returns a function that stops the updates */
export function followPanel(panel: HTMLElement): () => void {
  const measure = (): void => {
    const { right, height } = panel.getBoundingClientRect();
    const bottom = isSheet.peek() ? Math.min(height, innerHeight / 2) : 0;
    const now = { left: isSheet.peek() ? 0 : right, right: BUTTONS_PIXELS, bottom };
    const { left, bottom: before } = covered.peek();
    document.documentElement.style.setProperty('--covered', `${bottom}px`);
    if (left !== now.left || before !== bottom) covered.value = now;
  };
  let pause = 0;
  const later = (): void => {
    clearTimeout(pause);
    pause = window.setTimeout(measure, STANDS_MS);
  };
  const observer = new ResizeObserver(later);
  observer.observe(panel);
  addEventListener('resize', later);
  measure();
  return () => {
    observer.disconnect();
    removeEventListener('resize', later);
    clearTimeout(pause);
  };
}

/** The sheet's heights: only the answer, half of the screen, or the whole screen. */
export const HEIGHTS = ['peek', 'half', 'full'] as const;
export type Height = (typeof HEIGHTS)[number];
export const height = signal<Height>('half');

/**
 * Whether the input boxes of a route are collapsed. The input boxes collapse once the map shows the route.
 */
export const isFolded = signal(false);

effect(() => {
  if (route.value === null) return;
  const isThere = route.value.answer !== null;
  isFolded.value = isThere;
  height.value = isThere ? 'peek' : 'half';
});

effect(() => {
  if (chosen.value !== null || spot.value !== null) height.value = 'half';
});

/** @param by 1 for the next greater height, -1 for the next smaller height */
export function moveSheet(by: number): void {
  height.value = HEIGHTS[Math.min(Math.max(HEIGHTS.indexOf(height.peek()) + by, 0), HEIGHTS.length - 1)];
}
