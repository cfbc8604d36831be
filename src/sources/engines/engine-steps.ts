import type { Position } from '../../geo/position.js';
import type { Modifier, RouteStep } from '../router.js';
import { isLength, isRecord, isWithin, listOf, recordOf, shown } from '../upstream/answer-fields.js';
import { BadAnswer } from '../upstream/upstream-error.js';
import type { LineWalk } from './line-walk.js';

/**
 * Maps the kinds of maneuvers in OSRM's format to the types used by this service. Kinds not listed here are
 * turns.
 */
const TYPES: ReadonlyMap<string, RouteStep['type']> = new Map<string, RouteStep['type']>([
  ['depart', 'depart'],
  ['arrive', 'arrive'],
  ['new name', 'new name'],
  ['continue', 'continue'],
  ['fork', 'fork'],
  ['on ramp', 'on ramp'],
  ['off ramp', 'off ramp'],
  ['merge', 'merge'],
  ['end of road', 'end of road'],
  ['roundabout', 'roundabout'],
  ['rotary', 'roundabout'],
  ['exit roundabout', 'exit roundabout'],
  ['exit rotary', 'exit roundabout'],
]);

/**
 * A roundabout so small that drivers treat it as an ordinary intersection. The exits of such a roundabout are
 * not counted.
 */
const RING_TURN = 'roundabout turn';

/** Announces that the road changes, but does not give a direction to take. */
const NOTIFICATION = 'notification';

const MODIFIERS: ReadonlySet<unknown> = new Set<Modifier>([
  ...(['uturn', 'sharp right', 'right', 'slight right', 'straight'] as const),
  ...(['slight left', 'left', 'sharp left'] as const),
]);

/** A step, together with the facts about it that are needed to read the next step. */
interface ReadStep {
  step: RouteStep;
  /** The kind of maneuver as named by the engine. */
  kind: string;
  isFerry: boolean;
}

/**
 * Reads the steps of a leg and converts them to the types used by this service. A roundabout and its exit are
 * merged into one step. A stretch for which the engine gives only a notification is merged into the step
 * before it.
 * @param walk a walk along the line, positioned where the leg begins
 * @throws BadAnswer naming what is impossible
 */
export function engineSteps(given: readonly unknown[], walk: LineWalk): RouteStep[] {
  const read: ReadStep[] = [];
  for (const one of given) {
    const next = readStep(one, walk);
    const before = read.at(-1);
    if (before === undefined || !isPartOf(before, next)) read.push(next);
    else prolong(before, next);
  }
  const steps = read.map(({ step }) => step);
  if (steps.length < 2 || steps[0].type !== 'depart' || steps.at(-1)!.type !== 'arrive')
    throw new BadAnswer('steps that do not lead from a start to an end');
  steps[0].bearingBefore = null;
  steps.at(-1)!.bearingAfter = null;
  return steps;
}

function readStep(given: unknown, walk: LineWalk): ReadStep {
  const { maneuver, name, ref, destinations, exits, distance, duration, mode } = recordOf(given);
  if (!isRecord(maneuver) || typeof maneuver['type'] !== 'string')
    throw new BadAnswer('a step without a type');
  if (!isLength(distance) || !isLength(duration))
    throw new BadAnswer(`a step of ${shown(distance)} m and ${shown(duration)} s`);
  const kind = maneuver['type'];
  const [longitude, latitude] = walk.to(...pointOf(maneuver, 'a step'), 'a step');
  const isFerry = mode === 'ferry';
  const type = TYPES.get(kind) ?? 'turn';
  const step: RouteStep = {
    type,
    modifier: type === 'depart' ? null : modifierOf(maneuver['modifier']),
    exit: type === 'roundabout' ? exitOf(maneuver['exit']) : null,
    name: textOf(name),
    ref: textOf(ref),
    destinations: textOf(destinations),
    exits: textOf(exits),
    distance_m: distance,
    duration_s: duration,
    longitude,
    latitude,
    bearingBefore: bearingOf(maneuver['bearing_before']),
    bearingAfter: bearingOf(maneuver['bearing_after']),
  };
  return { step, kind, isFerry };
}

/** Whether a step only continues the previous one. */
function isPartOf(before: ReadStep, { step, kind, isFerry }: ReadStep): boolean {
  if (isFerry !== before.isFerry && step.type !== 'arrive') {
    step.type = isFerry ? 'ferry' : 'continue';
    return false;
  }
  const isRing = before.step.type === 'roundabout' || before.kind === RING_TURN;
  return kind === NOTIFICATION || (step.type === 'exit roundabout' && isRing);
}

function prolong(before: ReadStep, { step, kind }: ReadStep): void {
  before.step.distance_m += step.distance_m;
  before.step.duration_s += step.duration_s;
  if (kind === NOTIFICATION) return;
  // The vehicle has left the roundabout, so the next exit belongs to another roundabout.
  before.kind = kind;
  [before.step.name, before.step.ref] = [step.name, step.ref];
}

function modifierOf(value: unknown): Modifier | null {
  if (value === undefined || value === '') return null;
  if (!MODIFIERS.has(value)) throw new BadAnswer(`a step in the direction ${shown(value)}`);
  return value as Modifier;
}

/** Returns null if the route ends inside the roundabout. */
function exitOf(value: unknown): number | null {
  if (value === undefined) return null;
  if (!Number.isInteger(value) || (value as number) < 1) throw new BadAnswer(`an exit ${shown(value)}`);
  return value as number;
}

function bearingOf(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 360))
    throw new BadAnswer(`a step with the bearing ${shown(value)}`);
  return Math.round(value) % 360;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new BadAnswer(`a road named ${shown(value)}`);
  return value;
}

/**
 * Returns the position of a waypoint or a maneuver in degrees, longitude first.
 * @param what what the position is called in the log
 * @throws BadAnswer if the record has no position
 */
export function pointOf(given: unknown, what: string): Position {
  const { location } = recordOf(given);
  const [longitude, latitude] = listOf(location);
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90))
    throw new BadAnswer(`${what} at ${shown(location)}`);
  return [longitude, latitude];
}
