import { computed, effect, signal } from '@preact/signals';
import { ask, type Asked } from '../ask/ask.js';
import type { ShownSpeeds } from '../ask/answers.js';
import { about } from './atlas.js';
import { key } from './key.js';

/** Whether the person may see learned speeds: with `keys`, it takes a key for routes. */
export const maySeeSpeeds = computed(() => {
  const who = about.value?.speeds ?? 'off';
  return who === 'all' || (who === 'keys' && key.value !== '');
});
export const showsSpeeds = signal(false);
/** The slot of the week; empty: the present one. */
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
