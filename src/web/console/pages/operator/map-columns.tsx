import { useState } from 'preact/hooks';
import type { CheckedPlaces, LayerState, PlacesTable } from '../../../../console/api/layer-data.js';
import { textOf as cellText, type Sheet } from '../../../shared/sheet.js';
import { ask } from '../../api/ask.js';
import { Button } from '../../parts/button.js';
import { Field, Form, SelectField, textOf } from '../../parts/form.js';
import { Notice } from '../../parts/notice.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { PROPERTIES, propertyOf } from './place-columns.js';
import { PlacesPreview } from './places-preview.js';

interface MapColumnsProps {
  sheet: Sheet;
  file: string;
  /** Called with the layers after the change, or with null if nothing changed. */
  onDone: (layers: LayerState[] | null) => void;
}

/** Three steps: choose each column's meaning, correct the resulting places, then save the layer. */
export function MapColumns({ sheet, file, onDone }: MapColumnsProps) {
  const texts = t().places;
  const [table, setTable] = useState<PlacesTable | null>(null);
  const [checked, setChecked] = useState<CheckedPlaces | null>(null);
  const check = async (next: PlacesTable): Promise<void> => {
    setTable(next);
    setChecked(await ask('POST /api/operator/layers/check', { body: next }));
  };
  const add = async (data: FormData): Promise<void> => {
    const path = { layer: textOf(data, 'layer') };
    onDone(await ask('PUT /api/operator/layers/:layer', { path, body: { ...table!, source: file } }));
  };
  const change = (row: number, column: number, value: string): void => {
    const cells = (old: string[]): string[] => old.map((cell, i) => (i === column ? value : cell));
    setTable({ ...table!, rows: table!.rows.map((old, i) => (i === row ? cells(old) : old)) });
  };
  return (
    <div class="stack">
      <p>
        <b>{file}</b> <span class="muted">{texts.rows(number(sheet.rows.length))}</span>{' '}
        <Button slim kind="bare" onPress={() => onDone(null)}>
          {texts.another}
        </Button>
      </p>
      <Form onSubmit={(data) => check(mapped(sheet, data))} submit={texts.check}>
        <div class="column-choices">
          {sheet.columns.map((column, i) => (
            <SelectField
              key={i}
              name={`column-${i}`}
              label={column === '' ? texts.nameless(i + 1) : column}
              hint={
                sheet.rows
                  .slice(0, 2)
                  .map((row) => cellText(row[i]))
                  .join(' · ') || '–'
              }
              value={propertyOf(column)}
              choices={[
                { value: '', text: texts.unused },
                ...PROPERTIES.map((value) => ({ value, text: texts.properties[value] })),
              ]}
            />
          ))}
        </div>
      </Form>
      {table !== null && checked !== null && (
        <>
          <Verdict checked={checked} />
          <PlacesPreview table={table} checked={checked} onChange={change} />
          <div class="row">
            <Button onPress={() => check(table)}>{texts.checkAgain}</Button>
          </div>
          {checked.places > 0 && (
            <div class="road-form">
              <Form onSubmit={add} submit={texts.add(number(checked.places))}>
                <Field name="layer" label={texts.layer} hint={texts.layerHint} value={layerOf(file)} mono />
              </Form>
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Verdict({ checked: { places, left_out, outside, problem } }: { checked: CheckedPlaces }) {
  const texts = t().places;
  if (problem !== null)
    return (
      <Notice kind="bad" alert>
        {texts.unusable} <span lang="en">{problem}</span>
      </Notice>
    );
  return (
    <Notice kind={left_out.length + outside.length === 0 ? 'good' : 'warn'} alert>
      {texts.verdict(number(places), number(left_out.length), number(outside.length))}
    </Notice>
  );
}

/** Returns the columns that have a meaning. If several columns have the same meaning, the first counts. */
function mapped(sheet: Sheet, data: FormData): PlacesTable {
  const wanted = sheet.columns.map((_, i) => textOf(data, `column-${i}`));
  const used = wanted.flatMap((name, i) => (name !== '' && wanted.indexOf(name) === i ? [i] : []));
  return {
    columns: used.map((i) => wanted[i]),
    rows: sheet.rows.map((row) => used.map((i) => cellText(row[i]).slice(0, 2_000))),
  };
}

/** Returns the name that the command line would give to a layer from this file. */
function layerOf(file: string): string {
  const name = file
    .replace(/\.[^.]+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|-+$/g, '');
  return name.slice(0, 40) || 'places';
}
