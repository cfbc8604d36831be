import { useEffect, useMemo, useState } from 'preact/hooks';
import { addressText, columnOf } from '../../../tables/table-columns.js';
import { Failure } from '../parts/failure.js';
import { saveBlob } from '../parts/gpx.js';
import { Notice } from '../parts/notice.js';
import { CopyButton } from '../parts/copy-button.js';
import { Unfold } from '../parts/unfold.js';
import { PlanPanel } from '../plan/plan-panel.js';
import { planTexts } from '../plan/texts.js';
import { SURE, UNSURE } from '../map/sureness.js';
import { lookAt, looked, rows, showRows, type TableRow } from '../state/table.js';
import { t } from '../text/texts.js';
import { failed, findRows, minutesFor, work } from './find-rows.js';
import { csvRows, filledRows } from './filled-rows.js';
import { RowCard } from './row-card.js';
import { MOST_ROWS, readSheetFile } from '../../shared/read-sheet.js';
import { textOf, type Cell, type Sheet } from '../../shared/sheet.js';
import writeWorkbook from 'write-excel-file/universal';
import { guarded, writeCsv } from '../../../tables/csv.js';

/** The maximum number of rows to list at a time. */
const LISTED = 100;

/** A panel for a table: the address columns, the progress, the rows, and the download. */
export function TablePanel({ file, onClose }: { file: File; onClose: () => void }) {
  const texts = t().table;
  const [sheet, setSheet] = useState<Sheet | null | undefined>(undefined);
  useEffect(() => {
    rows.value = [];
    looked.value = null;
    readSheetFile(file).then(setSheet, () => setSheet(null));
  }, [file]);
  const close = (): void => {
    rows.value = [];
    looked.value = null;
    onClose();
  };
  return (
    <section class="table" aria-label={texts.title(file.name)}>
      <div class="table-head">
        <h2>{file.name}</h2>
        <button type="button" class="small" onClick={close}>
          {texts.close}
        </button>
      </div>
      {sheet === null && <Notice kind="bad">{texts.unreadable(MOST_ROWS)}</Notice>}
      {sheet && <Work sheet={sheet} name={file.name.replace(/\.[^.]+$/, '')} />}
    </section>
  );
}

function Work({ sheet, name }: { sheet: Sheet; name: string }) {
  const texts = t().table;
  const [columns, setColumns] = useState<readonly number[]>(() => {
    const at = columnOf(sheet.columns, 'address');
    return at === -1 ? [] : [at];
  });
  const [running, setRunning] = useState<AbortController | null>(null);
  useEffect(() => () => running?.abort(), [running]);
  const asked = useMemo(() => rowsOf(sheet, columns), [sheet, columns]);
  const count = asked.filter(({ text }) => text !== '').length;
  const begin = (): void => {
    if (rows.peek().length === 0) rows.value = asked;
    const controller = new AbortController();
    setRunning(controller);
    void findRows(controller.signal)
      .then(showRows)
      .finally(() => setRunning(null));
  };
  const isBegun = rows.value.length > 0;
  return (
    <>
      {!isBegun && <Columns {...{ sheet, columns, setColumns }} />}
      {isBegun && <Progress />}
      {work.value === 'failed' && failed.value !== null && <Failure asked={failed.value} />}
      {running === null && (!isBegun || rows.value.some(({ state }) => state === 'waiting')) && (
        <button type="button" class="main" disabled={count === 0} onClick={begin}>
          {isBegun ? texts.goOn : texts.begin(count)}
        </button>
      )}
      {running !== null && (
        <button type="button" class="small" onClick={() => (running.abort(), setRunning(null))}>
          {texts.stop}
        </button>
      )}
      {isBegun && <Rows />}
      {isBegun && <Ways {...{ sheet, name }} />}
      {isBegun && running === null && (
        <Unfold title={planTexts().title}>{() => <PlanPanel {...{ sheet, columns }} />}</Unfold>
      )}
    </>
  );
}

/** Rows without an address stay, because the user may know the place and no row should get lost. */
function rowsOf({ rows: all }: Sheet, columns: readonly number[]): TableRow[] {
  return all.flatMap((cells, row): TableRow[] => {
    const text = addressText(columns.map((column) => cells[column]));
    if (cells.every((cell) => textOf(cell).trim() === '')) return [];
    const state = text === '' ? 'asked' : 'waiting';
    return [{ row, text, state, place: null, others: [], confidence: 0 }];
  });
}

interface ColumnsProps {
  sheet: Sheet;
  columns: readonly number[];
  setColumns: (columns: readonly number[]) => void;
}

function Columns({ sheet, columns, setColumns }: ColumnsProps) {
  return (
    <fieldset class="columns">
      <legend>{t().table.columns}</legend>
      {sheet.columns.map((column, i) => (
        <label key={i}>
          <input
            type="checkbox"
            checked={columns.includes(i)}
            onChange={({ currentTarget: { checked } }) =>
              setColumns(checked ? [...columns, i] : columns.filter((own) => own !== i))
            }
          />
          {column === '' ? `${i + 1}` : column}
        </label>
      ))}
    </fieldset>
  );
}

function Progress() {
  const texts = t().table;
  const all = rows.value;
  const waiting = all.filter(({ state }) => state === 'waiting').length;
  const minutes = minutesFor(waiting);
  return (
    <>
      <progress value={all.length - waiting} max={all.length} aria-label={texts.progress} />
      <p class="quiet" role="status">
        {texts.done(all.length - waiting, all.length)}
        {waiting > 0 && minutes !== null && ` · ${texts.left(minutes)}`}
        {work.value === 'waits' && ` · ${texts.waits}`}
      </p>
    </>
  );
}

/** Returns the class of a row: `sure`, `doubtful`, `unsure` or `waiting`. */
function kindOf({ state, confidence }: TableRow): 'sure' | 'doubtful' | 'unsure' | 'waiting' {
  if (state === 'waiting') return 'waiting';
  return confidence >= SURE ? 'sure' : confidence >= UNSURE ? 'doubtful' : 'unsure';
}

function Rows() {
  const texts = t().table;
  const [isAll, setIsAll] = useState(true);
  const [most, setMost] = useState(LISTED);
  const all = rows.value.map((row, index) => ({ row, index, kind: kindOf(row) }));
  const count = (kind: string): number => all.filter((own) => own.kind === kind).length;
  const listed = all.filter(
    ({ kind, index }) => isAll || kind === 'doubtful' || kind === 'unsure' || index === looked.value,
  );
  return (
    <>
      <ul class="legend">
        {(['sure', 'doubtful', 'unsure'] as const).map((kind) => (
          <li key={kind}>
            <span class={`dot dot-${kind}`} aria-hidden="true" /> {texts.kinds[kind]}: {count(kind)}
          </li>
        ))}
      </ul>
      <label class="check">
        <input type="checkbox" checked={!isAll} onChange={() => setIsAll(!isAll)} /> {texts.onlyUnsure}
      </label>
      <ol class="rows" aria-label={texts.rows}>
        {listed.slice(0, most).map(({ row, index, kind }) => (
          <li key={index}>
            <button
              type="button"
              class="row"
              aria-expanded={index === looked.value}
              onClick={() => lookAt(index === looked.value ? null : index)}
            >
              <span class={`dot dot-${kind}`} aria-hidden="true" />
              <span class="option-text">
                <span class="option-name">
                  {row.row + 1}. {row.text || texts.noAddress}
                </span>
                <span class="option-address">
                  {texts.kinds[row.state === 'corrected' ? 'corrected' : kind]}
                  {row.place !== null && ` · ${row.place.name}`}
                </span>
              </span>
            </button>
            {index === looked.value && <RowCard row={row} index={index} />}
          </li>
        ))}
      </ol>
      {listed.length > most && (
        <button type="button" class="link" onClick={() => setMost(most + LISTED)}>
          {texts.more(listed.length - most)}
        </button>
      )}
    </>
  );
}

function Ways({ sheet, name }: { sheet: Sheet; name: string }) {
  const texts = t().table;
  const command = `npx gazarch import --add ${/^[\w-]+$/.test(name) ? name : 'places'}.places.csv`;
  return (
    <div class="ways">
      <button
        type="button"
        class="small"
        onClick={() => saveBlob(`${name}.gazarch.csv`, csvOf(sheet, rows.peek()))}
      >
        CSV
      </button>
      <button
        type="button"
        class="small"
        onClick={() =>
          void workbookOf(sheet, rows.peek()).then((blob) => saveBlob(`${name}.gazarch.xlsx`, blob))
        }
      >
        XLSX
      </button>
      <details>
        <summary>{texts.keep}</summary>
        <p class="quiet">{texts.keepHow}</p>
        <button
          type="button"
          class="small"
          onClick={() => saveBlob(command.split(' ').at(-1)!, placesOf(rows.peek()))}
        >
          {texts.places}
        </button>
        <p>
          <code>{command}</code> <CopyButton text={command} />
        </p>
      </details>
    </div>
  );
}

function csvOf(sheet: Sheet, found: readonly TableRow[]): Blob {
  return csvBlob(csvRows(sheet, found));
}

async function workbookOf(sheet: Sheet, found: readonly TableRow[]): Promise<Blob> {
  const dated = (cell: Cell): Cell | { value: Date; type: typeof Date; format: string } =>
    cell instanceof Date ? { value: cell, type: Date, format: 'yyyy-mm-dd hh:mm' } : cell;
  return writeWorkbook(filledRows(sheet, found).table.map((row) => row.map(dated))).toBlob();
}

/** Writes own places in the format of `gazarch import --add`. */
function placesOf(found: readonly TableRow[]): Blob {
  const rows = found.flatMap(({ row, text, place }) =>
    place === null ? [] : [[String(row + 1), guarded(text), String(place.latitude), String(place.longitude)]],
  );
  return csvBlob([['id', 'name', 'lat', 'lon'], ...rows]);
}

function csvBlob(rows: string[][]): Blob {
  return new Blob(['\ufeff', writeCsv({ rows, delimiter: ',', lineEnd: '\r\n' })], { type: 'text/csv' });
}
