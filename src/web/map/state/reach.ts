import { effect, signal } from '@preact/signals';
import type { Position } from '../../../geo/position.js';
import type { IsochroneAnswer } from '../ask/answers.js';
import { ask, type Asked } from '../ask/ask.js';
import { chosen, pairOf, spot, travel, wanted } from './page-state.js';
import { boxOf } from './box-of.js';
import { height } from './sheet.js';

/** The travel times for which areas are shown, in minutes. */
export const REACH_MINUTES = [10, 20, 30] as const;

/**
 * The areas that can be reached from a point within given numbers of minutes, or null if they were not
 * requested or the point has changed.
 */
export const reach = signal<Asked<IsochroneAnswer> | null>(null);

/** The highest zoom level used to show the areas. */
const ZOOM = 14;

let asking: AbortController | null = null;

export async function askReach(point: Position): Promise<void> {
  asking?.abort();
  const { signal: ended } = (asking = new AbortController());
  const query = { point: pairOf(point), minutes: REACH_MINUTES.join(), mode: travel.peek() };
  try {
    reach.value = await ask<IsochroneAnswer>('/v1/isochrone', query, ended);
  } catch {
    // The user has chosen a different point in the meantime.
    return;
  }
  const points = (reach.peek()?.answer?.features ?? []).flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : [],
  );
  if (points.length === 0) return;
  // The areas are on the map, most of which a tall sheet would cover.
  height.value = 'peek';
  wanted.value = { box: boxOf(points as unknown as Position[]), zoom: ZOOM };
}

effect(() => {
  void [chosen.value, spot.value?.point, travel.value];
  asking?.abort();
  reach.value = null;
});
