import type { RouteLeg, RouteNote, RouteStep, RouteSurface } from '../../sources/router.js';
import { stringOrNullText } from '../../wire/json-text.js';
import { stepSentence, type StepLanguage } from './step-sentences.js';

/** A note as clients get it. */
export function noteBody({ kind, distance_m, duration_s }: RouteNote): Record<string, unknown> {
  return { kind, distance_meters: tenths(distance_m), duration_seconds: tenths(duration_s) };
}

/** How much of a route is on one kind of surface, as clients get it. */
export function surfaceBody({ surface, distance_m, duration_s }: RouteSurface): Record<string, unknown> {
  return { surface, distance_meters: tenths(distance_m), duration_seconds: tenths(duration_s) };
}

/** Legs as JSON; those without steps have none. */
export function legsJson(legs: readonly RouteLeg[], language: StepLanguage): string {
  const texts = legs.map(({ distance_m, duration_s, steps }) => {
    const own = steps.length === 0 ? '' : `,"steps":${stepsJson(steps, language)}`;
    return `{"distance_meters":${tenths(distance_m)},"duration_seconds":${tenths(duration_s)}${own}}`;
  });
  return `[${texts.join()}]`;
}

/** Steps as JSON, put together as text: objects in between would take longer than the search. */
export function stepsJson(steps: readonly RouteStep[], language: StepLanguage): string {
  return `[${steps.map((step) => stepJson(step, language)).join()}]`;
}

function stepJson(step: RouteStep, language: StepLanguage): string {
  const { type, modifier, exit, name, ref } = step;
  return (
    `{"maneuver":{"type":"${type}","modifier":${modifier === null ? 'null' : `"${modifier}"`}` +
    (exit === null ? '' : `,"exit":${exit}`) +
    `,"location":[${sixDecimals(step.longitude)},${sixDecimals(step.latitude)}]` +
    `,"bearing_before":${step.bearingBefore},"bearing_after":${step.bearingAfter}}` +
    (step.destinations === null ? '' : `,"destinations":${stringOrNullText(step.destinations)}`) +
    (step.exits === null ? '' : `,"exits":${stringOrNullText(step.exits)}`) +
    `,"name":${stringOrNullText(name)},"ref":${stringOrNullText(ref)}` +
    `,"distance_meters":${tenths(step.distance_m)},"duration_seconds":${tenths(step.duration_s)}` +
    `,"instruction":${stringOrNullText(stepSentence(step, language))}}`
  );
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

function sixDecimals(degrees: number): number {
  return Math.round(1e6 * degrees) / 1e6;
}
