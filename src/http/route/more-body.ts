import type { RouteNote, RouteStep } from '../../sources/router.js';
import { stepSentence, type StepLanguage } from './step-sentences.js';

/** A note as clients get it. */
export function noteBody({ kind, distance_m }: RouteNote): Record<string, unknown> {
  return { kind, distance_meters: tenths(distance_m) };
}

/** A step as clients get it. */
export function stepBody(step: RouteStep, language: StepLanguage): Record<string, unknown> {
  const { type, modifier, exit, name, ref, distance_m, duration_s } = step;
  return {
    maneuver: {
      type,
      modifier,
      ...(exit !== null && { exit }),
      location: [sixDecimals(step.longitude), sixDecimals(step.latitude)],
      bearing_before: step.bearingBefore,
      bearing_after: step.bearingAfter,
    },
    name,
    ref,
    distance_meters: tenths(distance_m),
    duration_seconds: tenths(duration_s),
    instruction: stepSentence(step, language),
  };
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

function sixDecimals(degrees: number): number {
  return Math.round(1e6 * degrees) / 1e6;
}
