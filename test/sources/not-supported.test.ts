import { expect, it } from 'vitest';
import { refuseOfRouter } from '../../src/sources/not-supported.js';
import type { MoreOfRoute } from '../../src/sources/router.js';

const NOTHING: MoreOfRoute = {
  ...{ via: [], notes: false, steps: false, legs: false, geometry: 'full', language: 'mn' },
};
const ONLY_EMBEDDED: readonly [field: string, more: Partial<MoreOfRoute>][] = [
  ['notes', { notes: true }],
  ['avoid', { avoid: ['toll'] }],
  ['alternatives', { alternatives: 1 }],
  ['bearings', { bearings: [null, { degrees: 0, range: 10 }] }],
  ['approaches', { approaches: ['unrestricted', 'curb'] }],
  ['vehicle', { vehicle: ['truck'] }],
  ['depart_at', { departAt: { year: 2026, month: 12, day: 1, weekday: 1, minute: 0 } }],
];

it.each(ONLY_EMBEDDED)('an engine refuses %s, the embedded router does not', (field, asked) => {
  const more = { ...NOTHING, ...asked };
  refuseOfRouter('embedded', more);
  for (const engine of ['osrm', 'valhalla'] as const)
    expect(() => refuseOfRouter(engine, more)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        details: { field, reason: 'not_supported' },
      }) as Error,
    );
});

it('an engine takes directions that are none', () => {
  for (const more of [NOTHING, { ...NOTHING, bearings: [null, null], approaches: ['unrestricted'] as const }])
    refuseOfRouter('osrm', more);
});
