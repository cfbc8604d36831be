import { expect } from 'vitest';
import type { ContractTest } from './contract.js';

/** What holds around every source. */
export const SERVICE_CONTRACT = {
  'is alive and ready': async (client) => {
    expect((await client.ask('/health', { token: null })).body).toEqual({ status: 'ok' });
    const { status, body } = await client.ask('/health/ready', { token: null });
    expect(status).toBe(200);
    const { status: ready, checks } = body as { status: string; checks: Record<string, string> };
    expect(ready).toBe('ok');
    for (const check of Object.values(checks)) expect(['ok', 'not_configured']).toContain(check);
  },
  'wants a key': async (client) => {
    for (const target of ['/v1/geocode?q=ab', '/v1/route?origin=7.42,43.735&destination=7.43,43.74']) {
      for (const token of [null, 'geo_unknown']) {
        const { status, code } = await client.refusal(target, { token });
        expect([status, code]).toEqual([401, 'INVALID_API_KEY']);
      }
    }
  },
  'takes GET only, and knows its paths only': async (client) => {
    const posted = await client.refusal('/v1/geocode?q=ab', { method: 'POST' });
    expect([posted.status, posted.code]).toEqual([405, 'INVALID_REQUEST']);
    const unknown = await client.refusal('/v1/nothing');
    expect([unknown.status, unknown.code]).toEqual([404, 'NOT_FOUND']);
  },
} satisfies Record<string, ContractTest>;
