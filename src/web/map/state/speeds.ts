import { computed, effect, signal } from '@preact/signals';
import { ask, type Asked } from '../ask/ask.js';
import type { ShownSpeeds } from '../ask/answers.js';
import { about } from './page-state.js';
import { key } from './key.js';

/**
 * Whether the user is allowed to see learned speeds. If the service shows speeds to `keys`, the user needs a
 * key that allows routes.
 */
export const maySeeSpeeds = computed(() => {
  const who = about.value?.speeds ?? 'off';
  return who === 'all' || (who === 'keys' && key.value !== '');
});
export const showsSpeeds = signal(false);
/** The time slot of the week, or empty for the current one. */
export const speedSlot = signal('');
/** The speeds that are shown, or null if there are none or they have not been loaded yet. */
export const speeds = signal<Asked<ShownSpeeds> | null>(null);

let asking: AbortController | null = null;

effect(() => {
  asking?.abort();
  const slot = speedSlot.value;
  if (!showsSpeeds.value || !maySeeSpeeds.value) return void (speeds.value = null);
  // Another key may be allowed to see more speeds.
  void key.value;
  const controller = (asking = new AbortController());
  ask<ShownSpeeds>('/map/speeds.geojson', slot === '' ? {} : { slot }, controller.signal).then(
    (asked) => (speeds.value = asked),
    () => undefined,
  );
});
