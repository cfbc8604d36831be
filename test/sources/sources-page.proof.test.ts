import { describe, expect, it, onTestFinished } from 'vitest';
import { hasOsrm, hasValhalla } from './engines.js';
import { commandsOf, follow, objectAt } from './follow-page.js';

/** The answer of curl. It ends without a line end, and engines in the background write when they like. */
async function answerOf(commands: string, ports: readonly number[]): Promise<unknown> {
  const { stdout, stop } = await follow(commands, ports);
  onTestFinished(stop);
  return JSON.parse(objectAt(stdout, stdout.lastIndexOf('{"route"')));
}

const ASK = `curl -sf -H "Authorization: Bearer $KEY" \
  "http://127.0.0.1:8080/v1/route?origin=7.42,43.735&destination=7.43,43.74"\n`;

describe('docs/sources.md', () => {
  it.skipIf(!hasOsrm)('leads to a route of OSRM', async () => {
    const answer = await answerOf(commandsOf('OSRM'), [5000, 5001]);
    expect(answer).toMatchObject({ mode: 'walking', waypoints: [{}, {}] });
  });

  it.skipIf(!hasValhalla)('leads to a route of Valhalla', async () => {
    const answer = await answerOf(commandsOf('Valhalla') + ASK, [8002]);
    expect(answer).toMatchObject({ mode: 'driving', waypoints: [{}, {}] });
  });
});
