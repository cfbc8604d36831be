import { expect, it } from 'vitest';
import { OperatingError } from '../../src/errors.js';
import type { SourceState } from '../../src/sources/geocoder.js';
import type { RouteRequest } from '../../src/sources/router.js';
import { FallbackRouter } from '../../src/sources/engines/fallback-router.js';
import { RouterOfModes } from '../../src/sources/engines/router-of-modes.js';
import { FakeRouter, ROUTE } from '../e2e/fakes.js';

const REQUEST: RouteRequest = { origin: [106.9, 47.9], destination: [106.91, 47.92], mode: 'driving' };

function threeRouters(): { router: FallbackRouter; fakes: FakeRouter[]; answers: string[] } {
  const fakes = [new FakeRouter(), new FakeRouter(), new FakeRouter()];
  const answers: string[] = [];
  const named = fakes.map((router, i) => ({ name: `router ${i}`, router }));
  return {
    fakes,
    answers,
    router: new FallbackRouter(named, 60_000, (name, index) => answers.push(`${name} ${index}`)),
  };
}

const failing =
  (code: 'UPSTREAM_ERROR' | 'SERVICE_UNAVAILABLE' | 'REQUEST_TIMEOUT' | 'INVALID_REQUEST') => () =>
    Promise.reject(new OperatingError(code, code));

it('asks the first one, and the next one when that is away', async () => {
  const { router, fakes, answers } = threeRouters();
  expect(await router.route(REQUEST)).toEqual(ROUTE);
  fakes[0].onRoute = failing('UPSTREAM_ERROR');
  fakes[1].onRoute = failing('SERVICE_UNAVAILABLE');
  fakes[2].onRoute = async () => ({ kind: 'no_path' });
  expect(await router.route(REQUEST)).toEqual({ kind: 'no_path' });
  expect(answers).toEqual(['router 0 0', 'router 2 2']);
});

it('asks last who may be about to hang', async () => {
  const { router, fakes, answers } = threeRouters();
  fakes[0].isSilent = () => true;
  await router.route(REQUEST);
  for (const fake of fakes) fake.isSilent = () => true;
  await router.route(REQUEST);
  expect(answers).toEqual(['router 1 1', 'router 0 0']);
});

it('asks the first one for a mode of which another engine may be about to hang', async () => {
  const [driving, walking, second] = [new FakeRouter(), new FakeRouter(), new FakeRouter()];
  const answers: string[] = [];
  const router = new FallbackRouter(
    [
      { name: 'modes', router: new RouterOfModes({ driving, walking }) },
      { name: 'second', router: second },
    ],
    60_000,
    (name) => answers.push(name),
  );
  walking.isSilent = () => true;
  await router.route(REQUEST);
  await router.route({ ...REQUEST, mode: 'walking' });
  expect(answers).toEqual(['modes', 'second']);
});

it('says why the first one failed when all do', async () => {
  const { router, fakes, answers } = threeRouters();
  fakes[0].onRoute = () => {
    throw new OperatingError('SERVICE_UNAVAILABLE', 'the first');
  };
  fakes[1].onRoute = fakes[2].onRoute = failing('UPSTREAM_ERROR');
  await expect(router.route(REQUEST)).rejects.toThrow('the first');
  expect(answers).toEqual([]);
});

it('asks nobody else when the request itself was wrong, or is over', async () => {
  const { router, fakes } = threeRouters();
  fakes[0].onRoute = failing('INVALID_REQUEST');
  await expect(router.route(REQUEST)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  fakes[0].onRoute = failing('REQUEST_TIMEOUT');
  const over = AbortSignal.abort(new Error('over'));
  await expect(router.route(REQUEST, over)).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' });
});

it('lets each but the last have its share of the time', async () => {
  const fakes = [new FakeRouter(), new FakeRouter()];
  const named = fakes.map((router, i) => ({ name: `router ${i}`, router }));
  const answers: string[] = [];
  const router = new FallbackRouter(named, 40, (name) => answers.push(name));
  const signals: (AbortSignal | undefined)[] = [];
  fakes[0].onRoute = (_, signal) => {
    signals.push(signal);
    return new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(new OperatingError('REQUEST_TIMEOUT', 'late'))),
    );
  };
  fakes[1].onRoute = async (_, signal) => {
    signals.push(signal);
    return ROUTE;
  };
  const whole = new AbortController().signal;
  expect(await router.route(REQUEST, whole)).toEqual(ROUTE);
  expect(answers).toEqual(['router 1']);
  expect(signals[0]).not.toBe(whole);
  expect(signals[1]).toBe(whole);
});

it('keeps a line that is only lent', async () => {
  const { router, fakes } = threeRouters();
  const lent = ROUTE.coordinates.slice();
  fakes[0].onRoute = () => ({ ...ROUTE, coordinates: lent });
  const answer = router.route(REQUEST);
  lent.fill(0);
  expect(await answer).toEqual(ROUTE);
});

it.each<[SourceState, SourceState, SourceState]>([
  ['ok', 'fail', 'ok'],
  ['degraded', 'ok', 'degraded'],
  ['fail', 'ok', 'degraded'],
  ['loading', 'degraded', 'degraded'],
  ['fail', 'loading', 'fail'],
  ['loading', 'fail', 'loading'],
  ['partial', 'fail', 'partial'],
  ['partial', 'ok', 'degraded'],
  ['fail', 'partial', 'partial'],
])('is, with %s and %s, %s', (first, second, expected) => {
  const { router, fakes } = threeRouters();
  fakes[0].now = () => first;
  fakes[1].now = () => second;
  fakes[2].now = () => 'fail';
  expect(router.state()).toBe(expected);
});
