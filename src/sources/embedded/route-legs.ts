import type { Point } from '../../routing/query/snap.js';
import type {
  DescribedRoute,
  RouteAbsent,
  RouteFound,
  RoutingIndex,
  SnapLimits,
} from '../../routing/routing-index.js';
import { toDegrees } from '../../geo/coordinates.js';

/** A route over several legs, or the leg that failed. */
export type LegsAnswer =
  | (Omit<DescribedRoute, 'answer'> & { answer: RouteFound; via: RouteFound['destination'][] })
  | { answer: RouteAbsent; leg: number };

/** A leg begins where the one before has ended. That point is on the road, but for rounding. */
const SAME_PLACE_M = 0.05;

/**
 * Routes over some points in their order. Each leg is the cheapest from where the one before has ended; at a
 * point between one may turn back. What a leg gives is copied, because the next one overwrites it.
 */
export function routeOverLegs(index: RoutingIndex, points: readonly Point[], limits: SnapLimits): LegsAnswer {
  const legs: { answer: RouteFound; described: DescribedRoute }[] = [];
  let from = points[0];
  for (let leg = 0; leg + 1 < points.length; leg++) {
    const described = index.describe({ origin: from, destination: points[leg + 1] }, limits);
    const { answer } = described;
    if (answer.kind !== 'route') return { answer, leg };
    // It would not be one line otherwise.
    if (leg > 0 && answer.origin.distance_m > SAME_PLACE_M) return { answer: { kind: 'no_path' }, leg };
    legs.push({ answer: { ...answer, coordinates: answer.coordinates.slice() }, described });
    from = [toDegrees(answer.destination.lon7), toDegrees(answer.destination.lat7)];
  }
  const answers = legs.map(({ answer }) => answer);
  const last = answers[answers.length - 1];
  const sum = (value: (answer: RouteFound) => number): number =>
    answers.reduce((total, answer) => total + value(answer), 0);
  return {
    answer: {
      ...last,
      origin: answers[0].origin,
      distance_m: sum(({ distance_m }) => distance_m),
      duration_s: sum(({ duration_s }) => duration_s),
      cutsThrough: sum(({ cutsThrough }) => cutsThrough),
      coordinates: joined(answers.map(({ coordinates }) => coordinates)),
    },
    via: answers.slice(0, -1).map(({ destination }) => destination),
    notes: summed(legs.flatMap(({ described }) => described.notes)),
    steps: legs.flatMap(({ described }) => described.steps),
  };
}

/** One line of several, without the positions where one ends and the next begins. */
function joined(lines: readonly Int32Array[]): Int32Array {
  const all: number[] = [];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      const n = all.length;
      const isSame = n >= 2 && all[n - 2] === line[i] && all[n - 1] === line[i + 1];
      if (!isSame) all.push(line[i], line[i + 1]);
    }
  }
  if (all.length === 2) all.push(all[0], all[1]);
  return Int32Array.from(all);
}

/** One note of each kind. */
function summed(notes: DescribedRoute['notes']): DescribedRoute['notes'] {
  const byKind = new Map<string, DescribedRoute['notes'][number]>();
  for (const { kind, distance_m } of notes)
    byKind.set(kind, { kind, distance_m: distance_m + (byKind.get(kind)?.distance_m ?? 0) });
  return [...byKind.values()];
}
