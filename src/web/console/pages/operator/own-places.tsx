import { useState } from 'preact/hooks';
import type { LayerState } from '../../../../console/api/layer-data.js';
import type { Sheet } from '../../../shared/sheet.js';
import { useAnswer } from '../../api/answers.js';
import { ask } from '../../api/ask.js';
import { RowButton } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Loaded } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Ago } from '../../parts/time.js';
import { say } from '../../state/toasts.js';
import { number } from '../../text/format.js';
import { t } from '../../text/texts.js';
import { MapColumns } from './map-columns.js';

/** A chosen table and its file name. */
interface Chosen {
  sheet: Sheet;
  file: string;
}

/** Shows own places: the layers, and a form that makes a new layer from a table. */
export function OwnPlacesPage() {
  const texts = t().places;
  const layers = useAnswer('GET /api/operator/layers', {});
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      const { readSheetFile } = await import('../../../shared/read-sheet.js');
      setChosen({ sheet: await readSheetFile(file), file: file.name });
    } catch {
      say(texts.unreadable);
    }
  };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="stack-l">
        <Section title={texts.upload} lead={texts.uploadText}>
          {chosen === null ? (
            <label class="button file">
              {texts.file}
              <input
                type="file"
                class="unseen"
                accept=".csv,.tsv,.txt,.xlsx"
                onChange={(event) => void choose(event.currentTarget.files?.[0])}
              />
            </label>
          ) : (
            <MapColumns
              {...chosen}
              onDone={(state) => {
                if (state !== null) layers.put(state);
                setChosen(null);
              }}
            />
          )}
        </Section>
        <Section title={texts.layers}>
          <Loaded from={layers}>{(list) => <Layers layers={list} onChange={layers.put} />}</Loaded>
        </Section>
      </div>
    </Page>
  );
}

interface LayersProps {
  layers: readonly LayerState[];
  onChange: (layers: LayerState[]) => void;
}

function Layers({ layers, onChange }: LayersProps) {
  const texts = t().places;
  const [goes, setGoes] = useState<string | null>(null);
  if (layers.length === 0) return <p class="muted">{texts.none}</p>;
  const undo = async (layer: string): Promise<void> => {
    onChange(await ask('POST /api/operator/layers/:layer/undo', { path: { layer }, body: {} }));
    say(texts.undone);
  };
  const remove = async (layer: string): Promise<void> => {
    await ask('DELETE /api/operator/layers/:layer', { path: { layer }, body: {} });
    onChange(layers.filter(({ name }) => name !== layer));
    say(texts.removed);
  };
  return (
    <>
      <Table
        label={texts.layers}
        rows={layers}
        keyOf={({ name }) => name}
        columns={[
          [
            texts.layer,
            ({ name, source, places, written_at }) => (
              <>
                {name}
                <span class="sub">{source}</span>
                <span class="sub slim-only">
                  {texts.count}: {number(places)} · <Ago time={written_at} />
                </span>
              </>
            ),
          ],
          [texts.count, ({ places }) => number(places), 'wide end'],
          [texts.written, ({ written_at }) => <Ago time={written_at} />, 'wide'],
          [
            t().common.actions,
            ({ name, previous_places }) => (
              <span class="row">
                {previous_places !== null && (
                  <RowButton
                    text={texts.undoTo(number(previous_places))}
                    of={name}
                    onPress={() => undo(name)}
                  />
                )}
                <RowButton text={t().common.remove} of={name} onPress={() => setGoes(name)} />
              </span>
            ),
            'unseen',
          ],
        ]}
      />
      {goes !== null && (
        <Confirm
          title={texts.removeConfirm(goes)}
          confirm={t().common.remove}
          danger
          onClose={() => setGoes(null)}
          onConfirm={() => remove(goes)}
        >
          <p class="lead">{texts.removeText}</p>
        </Confirm>
      )}
    </>
  );
}
