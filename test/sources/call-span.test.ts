import {
  propagation,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanOptions,
  type SpanStatus,
} from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jsonOf, UpstreamClient } from '../../src/sources/upstream/upstream-client.js';
import { FaultServer, WIRE_FAULTS, type WireFault } from './fault-server.js';

/** Spans of calls, as an SDK gets them that a deployment has registered. */

const TRACE = '0af7651916cd43dd8448eb211c80319c';

interface Recorded {
  name: string;
  kind: number | undefined;
  attributes: Attributes;
  status: SpanStatus | null;
  ends: number;
}

const spans: Recorded[] = [];

/** The least of an SDK: it keeps what it is told. */
function record(name: string, { kind, attributes = {} }: SpanOptions = {}): Span {
  const recorded: Recorded = { name, kind, attributes: { ...attributes }, status: null, ends: 0 };
  spans.push(recorded);
  const span = {
    isRecording: () => true,
    spanContext: () => ({ traceId: TRACE, spanId: 'b7ad6b7169203331', traceFlags: 1 }),
    setAttribute: (key: string, value: string | number) => {
      recorded.attributes[key] = value;
      return span;
    },
    setStatus: (status: SpanStatus) => {
      recorded.status = status;
      return span;
    },
    end: () => void recorded.ends++,
  } as unknown as Span;
  return span;
}

let server: FaultServer;
let client: UpstreamClient;
beforeEach(async () => {
  spans.length = 0;
  server = await FaultServer.start(() => ({ status: 200, text: '{"code":"Ok"}' }));
  const url = new URL(`http://me:se%2Fcret@127.0.0.1:${server.port}/base`);
  const readProbe = (): void => undefined;
  client = new UpstreamClient({
    name: 'engine',
    url,
    connections: 2,
    probePath: '/probe',
    readProbe,
    probeTimeout_ms: 5_000,
  });
});
afterEach(async () => {
  await client.close();
  await server.stop();
});

const PATH = '/route/v1/driving/106.9,47.9;106.91,47.91?steps=false';
/** @param patience ms that the call may take */
const ask = (patience = 60_000): Promise<unknown> => client.ask(PATH, AbortSignal.timeout(patience), jsonOf);

/** First: who has once had an SDK keeps it. */
it('hands nothing on without an SDK', async () => {
  await ask();
  expect([spans, server.lastHeaders['traceparent']]).toEqual([[], undefined]);
});

describe('with an SDK', () => {
  beforeAll(() => {
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: record }) as never });
    propagation.setGlobalPropagator({
      inject: (context, carrier) => {
        const { traceId, spanId } = trace.getSpanContext(context)!;
        (carrier as Record<string, string>)['traceparent'] = `00-${traceId}-${spanId}-01`;
      },
      extract: (context) => context,
      fields: () => ['traceparent'],
    });
  });
  afterAll(() => {
    trace.disable();
    propagation.disable();
  });

  it('is one span for a call, without passwords and without where people are', async () => {
    await ask();
    expect(spans).toEqual([
      {
        name: 'GET',
        // That of a client.
        kind: 2,
        attributes: {
          'http.request.method': 'GET',
          'server.address': '127.0.0.1',
          'server.port': server.port,
          'url.full': `http://127.0.0.1:${server.port}/base/route?***`,
          'http.response.status_code': 200,
        },
        status: null,
        ends: 1,
      },
    ]);
  });

  it('hands the trace on to the engine', async () => {
    await ask();
    expect(server.lastHeaders['traceparent']).toBe(`00-${TRACE}-b7ad6b7169203331-01`);
    expect(server.lastHeaders.authorization).toMatch(/^Basic /);
  });

  it.each<[WireFault, Attributes]>([
    ['hang', { 'error.type': 'timeout' }],
    ['reset before the answer', { 'error.type': 'failed' }],
    ['status 500', { 'error.type': '500', 'http.response.status_code': 500 }],
    ['status 503', { 'error.type': '503', 'http.response.status_code': 503 }],
    ['no JSON', { 'error.type': 'invalid', 'http.response.status_code': 200 }],
    ['a redirect', { 'error.type': 'invalid', 'http.response.status_code': 302 }],
  ])('says what was wrong: %s', async (fault, attributes) => {
    server.fault = WIRE_FAULTS[fault];
    await expect(ask(fault === 'hang' ? 300 : undefined)).rejects.toThrow();
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({ attributes, status: { code: SpanStatusCode.ERROR }, ends: 1 });
  });

  it('is none for a call that is not made', async () => {
    server.fault = WIRE_FAULTS['reset before the answer'];
    for (let i = 0; i < 6; i++) await expect(ask()).rejects.toThrow();
    expect(spans).toHaveLength(5);
  });
});
