import type { Wind } from '../../geo/bearing.js';

/** Compass directions as they follow an ablative in a Mongolian sentence: Номингоос хойш. */
export const WINDS_MN: Readonly<Record<Wind, string>> = {
  north: 'хойш',
  northeast: 'зүүн хойш',
  east: 'зүүн тийш',
  southeast: 'зүүн урагш',
  south: 'урагш',
  southwest: 'баруун урагш',
  west: 'баруун тийш',
  northwest: 'баруун хойш',
};

/** The rounding steps, in meters, that people use for distances below each limit. */
const STEPS: readonly (readonly [below_m: number, step_m: number])[] = [
  [200, 10],
  [1_000, 50],
  [10_000, 100],
  [100_000, 500],
  [Infinity, 1_000],
];

/** Returns the rounding step, in meters, that people use for the given distance. */
export function stepOf(distance_m: number): number {
  return STEPS.find(([below]) => distance_m < below)![1];
}

/** Rounds a distance as people do when they say it: 90, 350, 1,200, 12,500 meters. */
export function saidMetres(distance_m: number): number {
  const step = stepOf(distance_m);
  return Math.max(step, Math.round(distance_m / step) * step);
}
