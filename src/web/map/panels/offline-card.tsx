import { useEffect, useState } from 'preact/hooks';
import type { OfflinePartName } from '../../../offline/kept/manifest.js';
import {
  areas,
  canKeep,
  download,
  isCut,
  kept,
  keptArea,
  keepArea,
  loadAreas,
  newer,
  problem,
  removeKept,
  stopDownload,
  type OfflineArea,
} from '../offline/kept-data.js';
import { Notice } from '../parts/notice.js';
import { Unfold } from '../parts/unfold.js';
import { about } from '../state/page-state.js';
import { date, number } from '../text/format.js';
import { t } from '../text/texts.js';

/** Stores data in this browser so that the page works without a network. */
export function OfflineCard() {
  if (about.value?.has_offline !== true && kept.value === null) return null;
  return (
    <Unfold title={t().offline.title}>
      {() => (canKeep ? <Keeping /> : <p class="quiet">{t().offline.insecure}</p>)}
    </Unfold>
  );
}

function Keeping() {
  useEffect(() => void loadAreas(), []);
  return (
    <div class="offline">
      <Kept />
      <Problem />
      {download.value === null ? !isCut.value && <Choice /> : <Progress />}
    </div>
  );
}

const megabytes = (bytes: number): string => number(bytes / 1e6, bytes < 1e7 ? 1 : 0);

const sizeOf = (parts: readonly { packed_bytes: number }[]): number =>
  parts.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0);

/** Shows the stored data with their date and source. */
function Kept() {
  const texts = t().offline;
  const manifest = kept.value;
  if (manifest === null) return <p class="quiet">{texts.text}</p>;
  const update = newer.value;
  const names = manifest.parts.map(({ name }) => name);
  return (
    <section aria-label={texts.kept} class="offline-kept">
      <p>
        <strong>{areaName(keptArea.value)}</strong>
        {`: ${names.map((name) => texts.parts[name]).join(', ')} · `}
        {texts.data(date(manifest.made_at))}
      </p>
      <ul class="quiet">
        {manifest.sources.map(({ name, attribution, license }) => (
          <li key={name}>
            {attribution ?? name}
            {license !== null && (
              <>
                {' · '}
                <a href={license}>{texts.license}</a>
              </>
            )}
          </li>
        ))}
      </ul>
      <p class="actions">
        {update !== null && download.value === null && (
          <button type="button" class="main" onClick={() => void keepArea(update.name, names)}>
            {texts.update(date(update.made_at))}
          </button>
        )}
        {download.value === null && (
          <button type="button" onClick={() => void removeKept()}>
            {texts.remove}
          </button>
        )}
      </p>
    </section>
  );
}

function areaName(name: string | null): string {
  const texts = t().offline;
  return name === null ? '' : (texts.areas[name] ?? name);
}

function Problem() {
  const texts = t().offline;
  const reason = problem.value;
  if (reason === null) return null;
  return (
    <Notice kind={reason === 'stopped' ? 'calm' : 'bad'}>
      <p>{texts.problems[reason] ?? texts.problems['failed']}</p>
      {kept.value !== null && <p>{texts.stays}</p>}
    </Notice>
  );
}

function Progress() {
  const texts = t().offline;
  const { done_bytes, total_bytes, area } = download.value!;
  return (
    <div role="status">
      <label>
        {texts.loading(areaName(area), megabytes(done_bytes), megabytes(total_bytes))}
        <progress value={done_bytes} max={Math.max(total_bytes, 1)} />
      </label>
      <button type="button" onClick={stopDownload}>
        {texts.stop}
      </button>
    </div>
  );
}

/** Lets the user choose an area and its parts. */
function Choice() {
  const texts = t().offline;
  const [name, setName] = useState<string | null>(keptArea.value);
  const [left, setLeft] = useState<readonly OfflinePartName[]>([]);
  const all = areas.value ?? [];
  const area: OfflineArea | undefined = all.find((one) => one.name === name) ?? all[0];
  if (area === undefined) return areas.value === null ? null : <p class="quiet">{texts.none}</p>;
  const parts = area.parts.filter((part) => !left.includes(part.name));
  const toggle = (part: OfflinePartName): void =>
    setLeft(left.includes(part) ? left.filter((one) => one !== part) : [...left, part]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void keepArea(
      area.name,
      parts.map((part) => part.name),
    );
  };
  return (
    <form onSubmit={submit} class="offline-choice">
      <label>
        {texts.area}{' '}
        <select value={area.name} onChange={(event) => setName(event.currentTarget.value)}>
          {all.map((one) => (
            <option key={one.name} value={one.name}>
              {areaName(one.name)} ({texts.size(megabytes(sizeOf(one.parts)))})
            </option>
          ))}
        </select>
      </label>
      {area.parts.map((part) => (
        <label key={part.name}>
          <input type="checkbox" checked={!left.includes(part.name)} onChange={() => toggle(part.name)} />
          {` ${texts.parts[part.name]}, ${texts.size(megabytes(part.packed_bytes))}`}
        </label>
      ))}
      <p class="quiet">
        {texts.room(megabytes(sizeOf(parts)), megabytes(parts.reduce((sum, { bytes }) => sum + bytes, 0)))}
      </p>
      <button type="submit" class="main" disabled={parts.length === 0}>
        {texts.keep}
      </button>
    </form>
  );
}
