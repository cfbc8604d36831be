import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { fakeOsrm } from './fake-osrm.js';
import { FaultServer } from './fault-server.js';
import { commandsOf, follow } from './follow-page.js';

/** docs/tracing.md, followed with the SDK that it names, to a collector that reads OTLP over HTTP. */

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface SentSpan {
  traceId: string;
  parentSpanId?: string;
  kind: number;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

it('sends spans in the trace of the caller', async () => {
  const sent: Sent[] = [];
  const collector = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      expect(req.url).toBe('/v1/traces');
      sent.push(JSON.parse(Buffer.concat(pieces).toString()) as Sent);
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  let traceparent: string | string[] | undefined;
  const osrm = await FaultServer.start((path) => {
    // Probes of the watch have none.
    if (path.startsWith('/route')) traceparent = osrm.lastHeaders['traceparent'];
    return fakeOsrm(path);
  });
  onTestFinished(() => osrm.stop());
  const ask = `
curl -sf -H "Authorization: Bearer $KEY" -H "traceparent: 00-${TRACE}-${PARENT}-01" \\
  "http://127.0.0.1:8080/v1/route?origin=7.42,43.735&destination=7.43,43.74"\n`;
  const commands = (commandsOf('Send spans to a collector', 'tracing.md') + ask)
    .replaceAll('4318', String((collector.address() as AddressInfo).port))
    .replaceAll('5000', String(osrm.port));
  const { stop } = await follow(commands, []);
  onTestFinished(stop);
  const spans = (): SentSpan[] =>
    sent.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  await expect.poll(() => spans().length).toBe(1);
  const [span] = spans();
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 3, name: 'GET' });
  const values = new Map(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  expect(values.get('url.full')).toBe(`http://127.0.0.1:${osrm.port}/route?***`);
  expect(values.get('http.response.status_code')).toBe(200);
  const { attributes } = sent[0].resourceSpans[0].resource;
  expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'gazarch' } });
  // The engine is told of the same trace.
  expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
});
