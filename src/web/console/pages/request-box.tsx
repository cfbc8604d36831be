import type { Position } from '../../../geo/position.js';
import { useState } from 'preact/hooks';
import type { TryRequest } from '../../../console/api/project-data.js';
import { Button, CopyButton } from '../parts/button.js';
import { Notice } from '../parts/notice.js';
import { duration, number } from '../text/format.js';
import { t } from '../text/texts.js';
import { meaningOf } from './meaning.js';
import { SnippetChoice } from '../../shared/snippet-choice.js';
import { snippetOf, type Snippet } from '../../shared/snippets.js';

interface RequestBoxProps {
  apiUrl: string;
  request: Pick<TryRequest, 'path' | 'query'>;
  secret: string;
}

interface Answer {
  status: number;
  took_ms: number;
  remaining: string | null;
  limit: string | null;
  body: unknown;
}

/** Shows a request as code to copy, with a button that sends it from the page. */
export function RequestBox({ apiUrl, request, secret }: RequestBoxProps) {
  const texts = t().snippet;
  const [language, setLanguage] = useState<Snippet>('curl');
  const [answer, setAnswer] = useState<Answer | 'none' | undefined>(undefined);
  const url = `${apiUrl}${request.path}`;
  const code = snippetOf(language, { url, query: request.query, secret: secret || 'geo_…' });

  const run = async (): Promise<void> => {
    if (secret === '') return setAnswer(undefined);
    setAnswer(await send(`${url}?${new URLSearchParams(request.query).toString()}`, secret));
  };
  return (
    <div class="stack">
      <div class="code">
        <div class="code-head">
          <SnippetChoice legend={texts.language} value={language} onChoose={setLanguage} />
          <CopyButton text={code} />
        </div>
        <pre tabIndex={0} aria-label={texts.code} role="region">
          <code>{code}</code>
        </pre>
      </div>
      {secret === '' ? <p class="muted">{t().try.noKey}</p> : <Button onPress={run}>{texts.run}</Button>}
      <div aria-live="polite">{answer !== undefined && <AnswerBox answer={answer} />}</div>
    </div>
  );
}

async function send(address: string, secret: string): Promise<Answer | 'none'> {
  const begun_ms = performance.now();
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${secret}` },
      credentials: 'omit',
      cache: 'no-store',
    });
    const body: unknown = await response.json();
    return {
      status: response.status,
      took_ms: performance.now() - begun_ms,
      remaining: response.headers.get('x-ratelimit-remaining'),
      limit: response.headers.get('x-ratelimit-limit'),
      body,
    };
  } catch {
    return 'none';
  }
}

function AnswerBox({ answer }: { answer: Answer | 'none' }) {
  const texts = t().snippet;
  if (answer === 'none') return <Notice kind="bad">{texts.noAnswer}</Notice>;
  const { status, took_ms, remaining, limit, body } = answer;
  const error = errorIn(body);
  const line = lineIn(body);
  return (
    <div class="stack-s">
      <div class="row small">
        <strong class={`badge ${status < 300 ? 'good' : 'bad'}`}>{status}</strong>
        <span>{duration(Math.max(1, Math.round(took_ms)))}</span>
        {remaining !== null && limit !== null && (
          <span class="muted">{texts.remaining(number(Number(remaining)), number(Number(limit)))}</span>
        )}
      </div>
      {error !== null && (
        <Notice kind="warn">
          <p>
            <strong>{meaningOf(error.code, error.reason).what}</strong>
          </p>
          <p>{meaningOf(error.code, error.reason).todo}</p>
        </Notice>
      )}
      {line !== null && <RouteSketch {...line} />}
      <div class="code">
        <pre class="tall" tabIndex={0} aria-label={texts.answer} role="region">
          <code>{JSON.stringify(body, null, 2)}</code>
        </pre>
      </div>
    </div>
  );
}

function errorIn(body: unknown): { code: string; reason: string | null } | null {
  const error = (body as { error?: { code?: string; details?: { reason?: string } | null } } | null)?.error;
  return error?.code === undefined ? null : { code: error.code, reason: error.details?.reason ?? null };
}

interface RouteBody {
  route?: { distance_meters: number; duration_seconds: number; geometry: { coordinates: Position[] } };
}

function lineIn(body: unknown): { positions: Position[]; distance_m: number; duration_s: number } | null {
  const route = (body as RouteBody | null)?.route;
  if (route === undefined) return null;
  const { distance_meters, duration_seconds, geometry } = route;
  return { positions: geometry.coordinates, distance_m: distance_meters, duration_s: duration_seconds };
}

interface SketchProps {
  positions: readonly Position[];
  distance_m: number;
  duration_s: number;
}

const WIDTH = 640;
const HEIGHT = 220;
const MARGIN = 20;

/** Draws the shape of a route without a map, enough to recognize it. */
function RouteSketch({ positions, distance_m, duration_s }: SketchProps) {
  const label = t().snippet.sketch(
    number(distance_m / 1000),
    number(Math.max(1, Math.round(duration_s / 60))),
  );
  const points = drawn(positions);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <figure>
      <svg class="sketch" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        <path d={`M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`} />
        {[first, last].map(([x, y], i) => (
          <circle key={i} cx={x} cy={y} r={6} />
        ))}
      </svg>
      <figcaption class="muted small">{label}</figcaption>
    </figure>
  );
}

/**
 * Fits the line into the picture. Longitudes are scaled so that east-west and north-south distances match.
 */
function drawn(positions: readonly Position[]): [x: number, y: number][] {
  const shrink = Math.cos(((positions[0]?.[1] ?? 0) * Math.PI) / 180);
  const plane = positions.map(([lon, lat]): [x: number, y: number] => [lon * shrink, -lat]);
  const [xs, ys] = [plane.map(([x]) => x), plane.map(([, y]) => y)];
  const [west, north] = [least(xs), least(ys)];
  const [width, height] = [most(xs) - west, most(ys) - north];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (width || 1e-9), (HEIGHT - 2 * MARGIN) / (height || 1e-9));
  const [left, top] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2];
  return plane.map(([x, y]) => [left + (x - west) * scale, top + (y - north) * scale]);
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
