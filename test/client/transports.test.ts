import { expect, it } from 'vitest';
import { Gazarch, GazarchError, keptData, network, networkFirst } from '../../src/client/client.js';
import type { Transport } from '../../src/client/transport.js';

/** One client, whoever answers: a service, data on the device, or the one and then the other. */

const bytes = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body));
const NOT_FOUND = { error: { code: 'NOT_FOUND', message: 'no route', details: { reason: 'no_path' } } };

/** Answers searches, and has no route. */
function kept(): { asked: string[]; transport: Transport } {
  const asked: string[] = [];
  const answer = async (target: string): Promise<{ status: number; body: Uint8Array }> => {
    asked.push(target);
    return target.startsWith('/v1/route')
      ? { status: 404, body: bytes(NOT_FOUND) }
      : { status: 200, body: bytes({ from: 'kept' }) };
  };
  return { asked, transport: keptData({ answer }) };
}

function service(fetch: (url: string, init: RequestInit) => Promise<Response>): Transport {
  return network({ url: 'https://maps.example.mn/', key: 'geo_x', fetch: fetch as typeof globalThis.fetch });
}

it('asks data that are kept as it asks a service', async () => {
  const { asked, transport } = kept();
  const client = new Gazarch({ transport });
  expect(await client.geocode({ q: 'зоо сан', near: [106.9, 47.9] })).toEqual({ from: 'kept' });
  expect(asked).toEqual([
    `/v1/geocode?${new URLSearchParams({ q: 'зоо сан', near: '106.9,47.9' }).toString()}`,
  ]);
  const error: unknown = await client.route({ origin: [1, 2] }).catch((thrown: unknown) => thrown);
  expect(GazarchError.is(error)).toBe(true);
  expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND', details: { reason: 'no_path' } });
});

it.each<[string, (url: string, init: RequestInit) => Promise<Response>, string]>([
  ['answers', async () => Response.json({ from: 'service' }), 'service'],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed')), 'kept'],
  ['is hidden by the page of a proxy', async () => new Response('<html>', { status: 200 }), 'kept'],
  [
    'does not answer in time',
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(new Error('ended')))),
    'kept',
  ],
])('takes the network first: it %s', async (_, fetch, from) => {
  let cuts = 0;
  const { transport } = kept();
  const both = networkFirst(service(fetch), transport, { patience_ms: 50, onCut: () => cuts++ });
  expect(await new Gazarch({ transport: both }).geocode({ q: 'x' })).toEqual({ from });
  expect(cuts).toBe(from === 'kept' ? 1 : 0);
});

it('keeps a refusal of the service, and an end that was asked for', async () => {
  const { asked, transport } = kept();
  const refused = networkFirst(
    service(async () => Response.json(NOT_FOUND, { status: 404 })),
    transport,
  );
  await expect(new Gazarch({ transport: refused }).geocode({ q: 'x' })).rejects.toThrow('no route');
  const end = new AbortController();
  const hanging = networkFirst(
    service((_, { signal }) => {
      end.abort(new Error('enough'));
      return Promise.reject(signal!.reason as Error);
    }),
    transport,
  );
  const asking = new Gazarch({ transport: hanging }).geocode({ q: 'x' }, { signal: end.signal });
  await expect(asking).rejects.toThrow('enough');
  expect(asked).toEqual([]);
});
