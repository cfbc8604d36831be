// Sends spans of calls of engines to a collector, by OTLP over HTTP. docs/tracing.md says how it is used.
import process from 'node:process';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'gazarch' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
// The trace is handed on to engines. Baggage of callers is not: it may say things that are none of theirs.
provider.register({ propagator: new W3CTraceContextPropagator() });

// What is left is sent when the process has nothing more to do.
process.once('beforeExit', () => void provider.shutdown());
