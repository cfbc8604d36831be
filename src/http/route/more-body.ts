import type {
  MetClosure,
  RouteDetour,
  RouteLeg,
  RouteNote,
  RouteStep,
  RouteSurface,
} from '../../sources/router.js';
import type { ToldZone } from '../../sources/zones.js';
import { fixedText, type FixedText, type JsonWriter } from '../../wire/json-writer.js';
import { stepSentence, type StepLanguage } from './step-sentences.js';

/** Returns a note in the form that clients receive. */
export function noteBody({ kind, distance_m, duration_s, stop, zone }: RouteNote): Record<string, unknown> {
  return {
    ...{ kind, distance_meters: tenths(distance_m), duration_seconds: tenths(duration_s) },
    ...(stop !== undefined && { stop }),
    ...(zone !== undefined && { zone: toldZoneBody(zone) }),
  };
}

/** Returns a zone that is closed to the vehicle, in the form that clients receive. */
export function toldZoneBody(zone: ToldZone): Record<string, unknown> {
  const { id, name, closedFor, hours, source, date, openFrom, closedFrom, stops } = zone;
  const rule = { closed_for: closedFor, hours, source: source === '' ? null : source, date };
  return {
    ...{ id, name, ...rule, open_from: openFrom },
    ...(closedFrom !== undefined && { closed_from: closedFrom }),
    ...(stops !== undefined && { stops }),
  };
}

/** Returns each zone once. */
export function zonesBody(zones: readonly (ToldZone | undefined)[]): object[] {
  return [...new Map(zones.flatMap((zone) => (zone === undefined ? [] : [[zone.id, zone]]))).values()].map(
    toldZoneBody,
  );
}

/** Returns how much of a route is on one kind of surface, in the form that clients receive. */
export function surfaceBody({ surface, distance_m, duration_s }: RouteSurface): Record<string, unknown> {
  return { surface, distance_meters: tenths(distance_m), duration_seconds: tenths(duration_s) };
}

/** Returns how much longer closures make a route, in the form that clients receive. */
export function detourBody({ distance_m, duration_s, closures }: RouteDetour): Record<string, unknown> {
  return {
    distance_meters: tenths(distance_m),
    duration_seconds: tenths(duration_s),
    closures: closures.map(closureBody),
  };
}

export function closureBody({ name, reason, until_ms, isOpen }: MetClosure): Record<string, unknown> {
  const until = until_ms === null ? null : new Date(until_ms).toISOString();
  return { name, reason, until, is_open: isOpen };
}

const LEGS = fixedText(',"legs":[');
const DISTANCE = fixedText('{"distance_meters":');
const DURATION = fixedText(',"duration_seconds":');
const STEPS = fixedText(',"steps":[');
const LIST_END = fixedText(']');
const COMMA = fixedText(',');
const BRACE = fixedText('}');
const MANEUVER = fixedText('{"maneuver":');
const EXIT = fixedText(',"exit":');
const LOCATION = fixedText(',"location":[');
const BEFORE = fixedText('],"bearing_before":');
const AFTER = fixedText(',"bearing_after":');
const DESTINATIONS = fixedText(',"destinations":');
const EXITS = fixedText(',"exits":');
const LANDMARK = fixedText(',"landmark":');
const NAME = fixedText(',"name":');
const REF = fixedText(',"ref":');
const STEP_DISTANCE = fixedText(',"distance_meters":');
const INSTRUCTION = fixedText(',"instruction":');

/** Writes the `legs` member, whose legs may have no steps. */
export function writeLegs(json: JsonWriter, legs: readonly RouteLeg[], language: StepLanguage): void {
  json.fixed(LEGS);
  legs.forEach(({ distance_m, duration_s, steps }, i) => {
    if (i > 0) json.fixed(COMMA);
    json.fixed(DISTANCE).tenths(distance_m).fixed(DURATION).tenths(duration_s);
    if (steps.length > 0) writeSteps(json, steps, language);
    json.fixed(BRACE);
  });
  json.fixed(LIST_END);
}

/** Writes the `steps` member. */
export function writeSteps(json: JsonWriter, steps: readonly RouteStep[], language: StepLanguage): void {
  json.fixed(STEPS);
  steps.forEach((step, i) => {
    if (i > 0) json.fixed(COMMA);
    writeStep(json, step, language);
  });
  json.fixed(LIST_END);
}

function writeStep(json: JsonWriter, step: RouteStep, language: StepLanguage): void {
  json.fixed(MANEUVER).fixed(manoeuvreText(step));
  if (step.exit !== null) json.fixed(EXIT).integer(step.exit);
  json.fixed(LOCATION).degrees(step.longitude).fixed(COMMA).degrees(step.latitude).fixed(BEFORE);
  writeBearing(json, step.bearingBefore);
  json.fixed(AFTER);
  writeBearing(json, step.bearingAfter);
  json.fixed(BRACE);
  if (step.destinations !== null) json.fixed(DESTINATIONS).string(step.destinations);
  if (step.exits !== null) json.fixed(EXITS).string(step.exits);
  if (step.landmark !== undefined) json.fixed(LANDMARK).string(step.landmark.name);
  json.fixed(NAME).string(step.name).fixed(REF).string(step.ref);
  json.fixed(STEP_DISTANCE).tenths(step.distance_m).fixed(DURATION).tenths(step.duration_s);
  json.fixed(INSTRUCTION).string(stepSentence(step, language)).fixed(BRACE);
}

const NULL = fixedText('null');

function writeBearing(json: JsonWriter, degrees: number | null): void {
  if (degrees === null) json.fixed(NULL);
  else json.integer(degrees);
}

/**
 * Caches the serialized start of each step by type and modifier, of which there are only a few dozen
 * combinations.
 */
const manoeuvres = new Map<string, FixedText>();

/** Returns the JSON text `{"type":…,"modifier":…` without its closing brace. */
function manoeuvreText({ type, modifier }: RouteStep): FixedText {
  const key = `${type}/${modifier}`;
  let text = manoeuvres.get(key);
  if (text === undefined) {
    text = fixedText(`{"type":"${type}","modifier":${modifier === null ? 'null' : `"${modifier}"`}`);
    manoeuvres.set(key, text);
  }
  return text;
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}
