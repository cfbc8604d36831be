import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import type { UpstreamOutcome } from '../upstream-outcome.js';

/** Creates spans that have no effect until a deployment registers an SDK. */
const tracer = trace.getTracer('gazarch');

/** Outcomes that are not the engine's fault. */
const FINE: readonly UpstreamOutcome[] = ['ok', 'abandoned'];

/** The engine's address, the same for all its calls. */
export interface CallTarget {
  /** The origin of the URL, without user and password. */
  origin: string;
  basePath: string;
  attributes: Attributes;
}

export function callTarget(bare: URL, basePath: string): CallTarget {
  const port = Number(bare.port || (bare.protocol === 'https:' ? 443 : 80));
  return {
    origin: bare.origin,
    basePath,
    attributes: {
      'http.request.method': 'GET',
      'server.address': bare.hostname,
      'server.port': port,
    },
  };
}

/** A call to an engine over HTTP, recorded as a span that follows OpenTelemetry's semantic conventions. */
export class CallSpan {
  readonly #span: Span;
  #status: number | null = null;

  /**
   * @param path the path with the query; only its first part is shown, because the rest reveals people's
   * locations
   */
  constructor({ origin, basePath, attributes }: CallTarget, path: string) {
    this.#span = tracer.startSpan('GET', { kind: SpanKind.CLIENT, attributes });
    if (this.#span.isRecording()) {
      const [action] = /^\/\w*/.exec(path) ?? [''];
      this.#span.setAttribute('url.full', `${origin}${basePath}${action}?***`);
    }
  }

  /** Returns the headers of a request, including those that propagate the trace. */
  headers(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    if (!trace.isSpanContextValid(this.#span.spanContext())) return own;
    const headers = { ...own };
    propagation.inject(trace.setSpan(context.active(), this.#span), headers);
    return headers;
  }

  answered(status: number): void {
    this.#status = status;
  }

  end(outcome: UpstreamOutcome): void {
    const span = this.#span;
    if (span.isRecording()) {
      if (this.#status !== null) span.setAttribute('http.response.status_code', this.#status);
      if (!FINE.includes(outcome)) {
        span.setAttribute('error.type', (this.#status ?? 0) >= 500 ? String(this.#status) : outcome);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
    }
    span.end();
  }
}
