import type { Position } from '../../../../geo/position.js';
import { useState } from 'preact/hooks';
import type { Road } from '../../../../console/api/closure-data.js';
import { Choices } from '../../../shared/choices.js';
import { useAnswer } from '../../api/answers.js';
import { ask, RequestFailed } from '../../api/ask.js';
import { RoadMap } from '../../map/road-map.js';
import { Button, RowButton } from '../../parts/button.js';
import { Field, Form, textOf } from '../../parts/form.js';
import { Loaded, Notice } from '../../parts/notice.js';
import { Page, Section } from '../../parts/page.js';
import { session } from '../../state/session.js';
import { say } from '../../state/toasts.js';
import { t } from '../../text/texts.js';
import { ClosureList } from './closure-list.js';
import { TermsFields, termsOf } from './closure-terms.js';

type Tool = 'roads' | 'area';

/** Shows road closures. Users add closures by drawing on the map or by way number. */
export function ClosuresPage() {
  const texts = t().closures;
  const closures = useAnswer('GET /api/operator/closures', {});
  const [tool, setTool] = useState<Tool>('roads');
  const [chosen, setChosen] = useState<readonly Road[]>([]);
  const [corners, setCorners] = useState<readonly Position[]>([]);
  const toggle = ([road]: Road[]): void => {
    if (road === undefined) return say(texts.noRoad);
    const others = chosen.filter(({ way }) => way !== road.way);
    setChosen(others.length < chosen.length ? others : [...chosen, road]);
  };
  const click = async ([lon, lat]: Position, within_m: number): Promise<void> => {
    if (tool === 'area') return setCorners([...corners, [lon, lat]]);
    const at = `${lon.toFixed(6)},${lat.toFixed(6)}`;
    const within = String(Math.min(within_m, 9_999));
    toggle(await ask('GET /api/operator/roads', { query: { at, within } }));
  };
  const close = async (data: FormData): Promise<void> => {
    const what = tool === 'area' ? { area: corners as Position[] } : { ways: chosen.map(({ way }) => way) };
    await ask('POST /api/operator/closures', { body: { ...what, ...termsOf(data) } });
    setChosen([]);
    setCorners([]);
    await closures.reload();
    say(texts.added);
  };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="stack-l">
        <Section title={texts.add} lead={tool === 'area' ? texts.drawArea : texts.clickRoads}>
          <div class="stack">
            <Choices
              legend={texts.what}
              value={tool}
              choices={[
                { value: 'roads', text: texts.roads },
                { value: 'area', text: texts.area },
              ]}
              onChoose={setTool}
            />
            {session.value?.map_url == null ? (
              <Notice kind="warn">{texts.noPicture}</Notice>
            ) : (
              <RoadMap
                shown={{ closures: closures.answer ?? [], chosen, corners }}
                onClick={(at, within_m) => void click(at, within_m).catch(() => say(texts.noRoad))}
              />
            )}
            {tool === 'area' ? (
              <Corners corners={corners} onChange={setCorners} />
            ) : (
              <ChosenRoads chosen={chosen} onToggle={toggle} onChange={setChosen} />
            )}
            {(tool === 'area' ? corners.length > 2 : chosen.length > 0) && (
              <div class="road-form">
                <Form onSubmit={close} submit={texts.close}>
                  <TermsFields />
                </Form>
              </div>
            )}
          </div>
        </Section>
        <Section title={texts.list}>
          <Loaded from={closures}>
            {(list) => <ClosureList closures={list} onChange={closures.reload} />}
          </Loaded>
        </Section>
      </div>
    </Page>
  );
}

/** Finds all ways of a street near a place by its name. */
function RoadSearch({ onFound }: { onFound: (found: readonly Road[]) => void }) {
  const texts = t().closures;
  const find = async (data: FormData): Promise<void> => {
    const query = { name: textOf(data, 'name'), near: textOf(data, 'near') };
    const found = await ask('GET /api/operator/roads', { query });
    if (found.length === 0) throw new RequestFailed('invalid_request', { field: 'name', reason: 'unknown' });
    onFound(found);
    say(texts.found(found.length));
  };
  return (
    <Form onSubmit={find} submit={texts.find}>
      <Field name="name" label={texts.roadName} hint={texts.roadNameHint} short />
      <Field name="near" label={texts.near} hint={texts.nearHint} short />
    </Form>
  );
}

interface ChosenRoadsProps {
  chosen: readonly Road[];
  onToggle: (found: Road[]) => void;
  onChange: (chosen: readonly Road[]) => void;
}

/** Lists the clicked roads. Roads can also be added by name or number. */
function ChosenRoads({ chosen, onToggle, onChange }: ChosenRoadsProps) {
  const texts = t().closures;
  const [round, setRound] = useState(0);
  const add = async (data: FormData): Promise<void> => {
    const found = await ask('GET /api/operator/roads', { query: { way: textOf(data, 'way') } });
    if (found.length === 0) throw new RequestFailed('invalid_request', { field: 'way', reason: 'unknown' });
    onToggle(found);
    setRound(round + 1);
  };
  const addAll = (found: readonly Road[]): void => {
    const known = new Set(chosen.map(({ way }) => way));
    onChange([...chosen, ...found.filter(({ way }) => !known.has(way))]);
  };
  return (
    <>
      <RoadSearch onFound={addAll} />
      <ul class="lines" aria-live="polite" aria-label={texts.chosen}>
        {chosen.map((road) => (
          <li key={road.way}>
            <span>
              <b>{road.name ?? texts.nameless}</b> <span class="muted">{texts.way(road.way)}</span>
            </span>
            <RowButton
              text={t().common.remove}
              of={`${road.name ?? ''} ${road.way}`}
              onPress={() => onToggle([road])}
            />
          </li>
        ))}
      </ul>
      <Form key={round} onSubmit={add} submit={texts.addWay}>
        <Field name="way" label={texts.wayNumber} hint={texts.wayHint} type="number" min={1} short />
      </Form>
    </>
  );
}

interface CornersProps {
  corners: readonly Position[];
  onChange: (corners: readonly Position[]) => void;
}

/** Shows the number of clicked corners, with a button to undo. */
export function Corners({ corners, onChange }: CornersProps) {
  const texts = t().closures;
  return (
    <div class="row">
      <span aria-live="polite">{texts.corners(corners.length)}</span>
      {corners.length > 0 && (
        <Button slim onPress={() => onChange(corners.slice(0, -1))}>
          {texts.cornerBack}
        </Button>
      )}
    </div>
  );
}
