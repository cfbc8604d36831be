import type {
  ExplainedCandidate,
  ExplainedStretch,
  ExplainedWay,
} from '../../../routing/describe/route-explanation.js';
import { TIE_M } from '../../../routing/ends/snap.js';
import type { RouteExplanation } from '../../../routing/route-answers.js';

/**
 * Returns an explained route as lines for a terminal: first the answer, then the candidates at both ends,
 * then every stretch with the delay at the node after it.
 */
export function explanationLines({ answer, origins, destinations, stretches }: RouteExplanation): string[] {
  const head =
    answer.kind === 'route' ? `${kilometres(answer.distance_m)}, ${clock(answer.duration_s)}` : answer.kind;
  return [
    head,
    ...candidateLines('origin', origins),
    ...candidateLines('destination', destinations),
    ...stretches.flatMap(stretchLines),
  ];
}

function candidateLines(side: string, candidates: readonly ExplainedCandidate[]): string[] {
  if (candidates.length === 0) return [`${side}: no road within the limit`];
  const nearest_m = candidates[0].distance_m;
  // Farther candidates are listed only if no path connects the nearest ones.
  const goesFarther = candidates.some(({ distance_m }) => distance_m > nearest_m + TIE_M);
  return candidates.map(({ way, distance_m, location, component, component_km, isChosen }) => {
    const isLeft = goesFarther && distance_m <= nearest_m + TIE_M;
    const why = isLeft ? ', which is not connected to the other end by any path' : '';
    const position = location.map((degrees) => degrees.toFixed(6)).join(',');
    return (
      `${side}${isChosen ? ' *' : ''}: ${distance_m.toFixed(1)} m to ${wayText(way)} at ${position}, ` +
      `component ${component} of ${component_km} km${why}`
    );
  });
}

function stretchLines(stretch: ExplainedStretch): string[] {
  const { way, direction, distance_m, duration_s, speed_kmh, why, passing_s, turn_degrees } = stretch;
  const line =
    `  ${kilometres(distance_m).padStart(9)} ${clock(duration_s).padStart(9)}  ` +
    `${Math.round(speed_kmh)} km/h  ${wayText(way)} ${direction}: ${why}`;
  if (passing_s === 0) return [line];
  const turn = turn_degrees === null ? '' : `, turning ${turnText(turn_degrees)}`;
  return [line, `  ${''.padStart(9)} ${clock(passing_s).padStart(9)}  at the node${turn}`];
}

function wayText({ id, class: kind, surface, name }: ExplainedWay): string {
  return `way ${id} (${[kind, surface, name].filter((text) => text !== null).join(', ')})`;
}

function turnText(degrees: number): string {
  if (degrees === 180) return 'back';
  const rounded = Math.round(degrees);
  return rounded === 0 ? 'straight on' : `${Math.abs(rounded)}° ${rounded > 0 ? 'right' : 'left'}`;
}

function kilometres(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;
}

/** Returns a duration such as `12.3 s`, `4:05` or `3:04:05`. */
function clock(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}
