import { describe, expect, it } from 'vitest';
import type { LocalTime } from '../../../src/local-time.js';
import type { TravelMode } from '../../../src/travel-mode.js';
import type { AsciiDrawing } from './ascii-map.js';
import { asciiRoute, engineRoute, type AsciiAnswer } from './ascii-route.js';

/** The oracle's answer. Fails when the engine's is different. */
export function bothAnswer(
  drawing: AsciiDrawing,
  ends: string,
  mode: TravelMode,
  now: LocalTime | null = null,
): AsciiAnswer {
  const answer = asciiRoute(drawing, ends, mode, now);
  const engine = engineRoute(answer.map, ends, mode, now);
  const where = `the engine, in ${drawing.picture}`;
  expect(engine.duration_ms, where).toBe(answer.route?.duration_ms ?? null);
  expect(engine.text, where).toBe(answer.text);
  return answer;
}

/** Tags that are put into the drawing, then the routes that must come out: `1AB2`, or `1x2` for none. */
export type RouteRow = readonly [tags: string, ...routes: string[]];

/** One test for each row: the drawing with the row's tags has exactly these routes. */
export function describeRoutes(
  title: string,
  draw: (tags: string) => AsciiDrawing,
  rows: readonly RouteRow[],
  mode: TravelMode = 'driving',
): void {
  describe(title, () => {
    it.each(rows.map(([tags, ...routes]) => ({ tags, routes, name: tags === '' ? 'no tags' : tags })))(
      '$name: $routes',
      ({ tags, routes }) => {
        const drawing = draw(tags);
        for (const route of routes)
          expect(bothAnswer(drawing, route, mode).text, drawing.picture).toBe(route);
      },
    );
  });
}

/**
 * Tags, then the speed forwards, and backwards where it differs. In km/h; 0 where the way cannot be driven.
 */
export type SpeedRow = readonly [tags: string, forward_kmh: number, backward_kmh?: number];

/**
 *     A----1--------2----B
 *
 * One test for each row: how fast one gets from 1 to 2 on a way of ten kilometres.
 */
export function describeSpeeds(title: string, rows: readonly SpeedRow[], mode: TravelMode = 'driving'): void {
  const picture = 'A----1--------2----B';
  describe(title, () => {
    it.each(
      rows.map(([tags, forward_kmh, backward_kmh = forward_kmh]) => ({ tags, forward_kmh, backward_kmh })),
    )('$tags: $forward_kmh km/h, back $backward_kmh', ({ tags, forward_kmh, backward_kmh }) => {
      const drawing = { picture, column_m: 500, ways: { AB: tags } };
      expect(speedOf(bothAnswer(drawing, '12', mode))).toBeCloseTo(forward_kmh, 1);
      expect(speedOf(bothAnswer(drawing, '21', mode))).toBeCloseTo(backward_kmh, 1);
    });
  });
}

/** Average speed of the whole route in km/h; 0 where there is no route. */
function speedOf({ route }: AsciiAnswer): number {
  return route === null ? 0 : (route.distance_m / route.duration_ms) * 3600;
}

/** Seconds that a route takes. Fails when the answer is another route. */
export function secondsOf(drawing: AsciiDrawing, route: string, mode: TravelMode = 'driving'): number {
  const answer = bothAnswer(drawing, route, mode);
  expect(answer.text, drawing.picture).toBe(route);
  return answer.route!.duration_ms / 1000;
}
