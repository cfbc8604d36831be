import { computed, effect, signal } from '@preact/signals';
import { ask, type Asked } from '../ask/ask.js';
import type { ShownSpeeds } from '../ask/answers.js';
import { about } from './atlas.js';
import { key } from './key.js';

/** Who may see what was learned of speeds: with `keys`, a key for routes asks. */
export const maySeeSpeeds = computed(() => {
  const who = about.value?.speeds ?? 'off';
  return who === 'all' || (who === 'keys' && key.value !== '');
});
export const showsSpeeds = signal(false);
/** Of the week; empty: that of now. */
export const speedSlot = signal('');
/** Null: nothing is shown, or not yet. */
export const speeds = signal<Asked<ShownSpeeds> | null>(null);

let asking: AbortController | null = null;

effect(() => {
  asking?.abort();
  const slot = speedSlot.value;
  if (!showsSpeeds.value || !maySeeSpeeds.value) return void (speeds.value = null);
  // Another key may see more.
  void key.value;
  const controller = (asking = new AbortController());
  ask<ShownSpeeds>('/map/speeds.geojson', slot === '' ? {} : { slot }, controller.signal).then(
    (asked) => (speeds.value = asked),
    () => undefined,
  );
});
