import { useEffect, useState } from 'preact/hooks';
import { readTraces } from '../../../traces/read-trace.js';
import type { Asked } from '../ask/ask.js';
import { Failure } from '../parts/failure.js';
import { Notice } from '../parts/notice.js';
import { wanted } from '../state/page-state.js';
import { boxOf } from '../state/box-of.js';
import { traceShapes } from '../state/trace.js';
import { distance } from '../text/format.js';
import { t } from '../text/texts.js';
import { matchTraces, type TraceSummary } from './match-trace.js';

/** The maximum number of roads to list. */
const LISTED = 12;
/** The highest zoom used for a short trace. */
const NEAREST_ZOOM = 16;

/**
 * Shows how far a trace ran on roads, which roads these were, and their surfaces. The map shows the trace.
 */
export function TracePanel({ file, onClose }: { file: File; onClose: () => void }) {
  const texts = t().trace;
  const [summary, setSummary] = useState<TraceSummary | null>(null);
  const [failed, setFailed] = useState<Asked<unknown> | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const tell = (own: TraceSummary): void => {
      if (controller.signal.aborted) return;
      setSummary(own);
      traceShapes.value = own.shapes;
    };
    void (async () => {
      const traces = readTraces(await file.text());
      const points = traces.flatMap((trace) => trace.points);
      const box = boxOf(points.map(({ longitude, latitude }) => [longitude, latitude]));
      wanted.value = { box, zoom: NEAREST_ZOOM };
      setFailed(await matchTraces(traces, controller.signal, tell));
    })().catch((error: unknown) => {
      if (!controller.signal.aborted) setFault((error as Error).message);
    });
    return () => {
      controller.abort();
      traceShapes.value = [];
    };
  }, [file]);
  return (
    <section class="table" aria-label={texts.title(file.name)}>
      <div class="table-head">
        <h2>{file.name}</h2>
        <button type="button" class="small" onClick={onClose}>
          {texts.close}
        </button>
      </div>
      {fault !== null && (
        <Notice kind="bad" title={texts.unreadable}>
          <p class="quiet">{fault}</p>
        </Notice>
      )}
      {summary !== null && <Summary {...summary} />}
      {failed !== null && <Failure asked={failed} />}
    </section>
  );
}

function Summary({ points, done, lost, distance_m, roads, surfaces }: TraceSummary) {
  const texts = t();
  const named = [...roads].map(([road, metres]): [string, number] => [
    road === '' ? texts.trace.unnamed : road,
    metres,
  ]);
  const made = [...surfaces].map(([surface, metres]): [string, number] => [
    texts.surfaces[surface] ?? surface,
    metres,
  ]);
  return (
    <>
      {done < points && <progress value={done} max={points} aria-label={texts.trace.progress} />}
      <p role="status">
        {done < points ? texts.trace.done(done, points) : texts.trace.driven(distance(distance_m))}
        {lost > 0 && ` · ${texts.trace.lost(lost)}`}
      </p>
      <Lengths title={texts.trace.surfaces} lengths={made} />
      <Lengths title={texts.trace.roads} lengths={named} />
    </>
  );
}

function Lengths({ title, lengths }: { title: string; lengths: readonly [string, number][] }) {
  if (lengths.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain-list">
        {lengths.slice(0, LISTED).map(([name, metres]) => (
          <li key={name}>
            {name} · {distance(metres)}
          </li>
        ))}
        {lengths.length > LISTED && <li>{t().trace.more(lengths.length - LISTED)}</li>}
      </ul>
    </>
  );
}
