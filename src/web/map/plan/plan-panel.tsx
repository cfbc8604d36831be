import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked } from '../ask/ask.js';
import { Failure } from '../parts/failure.js';
import { Notice } from '../parts/notice.js';
import { nextNine } from '../../../tables/order-table.js';
import { PlaceBox } from '../parts/place-box.js';
import { textOf, type Sheet } from '../../shared/sheet.js';
import { choosePlace, found, pointOf, wanted } from '../state/page-state.js';
import { planShapes } from '../state/plan.js';
import { rows } from '../state/table.js';
import { askPlan, MOST_STOPS, MOST_VEHICLES, type Fleet, type Plan } from './plan-trip.js';
import { PlannedVehicles } from './planned-vehicles.js';
import { boxOfPlan, drawnOf, NEAREST_ZOOM, planFeatures } from './shapes.js';
import { planTexts } from './texts.js';
import { namesOfPlanColumns, otherColumns, visitsOf, type Visit } from './visits.js';

/** The service's limits. */
const [MOST_ROOM, DAY_MINUTES] = [1_000_000, 1440];

/** Makes a plan from a table's rows: which vehicle makes which visits, and when. */
export function PlanPanel({ sheet, columns }: { sheet: Sheet; columns: readonly number[] }) {
  const texts = planTexts();
  const [fleet, setFleet] = useState<Fleet>({
    ...{ vehicles: 1, home: null, homeName: '', capacity: '', minutes: 5, until: '' },
    departAt: nextMorning(new Date()),
  });
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failed, setFailed] = useState<Asked<unknown> | null>(null);
  const [asking, setAsking] = useState<AbortController | null>(null);
  const [extras, setExtras] = useState<readonly number[]>([]);
  const { visits, ...told } = visitsOf(sheet, rows.value);
  const most = MOST_STOPS - (fleet.home === null ? 0 : 1);
  useEffect(() => () => asking?.abort(), [asking]);
  const { answer, isAwaited } = useDrawn(plan);

  /** @param work returns the plan, or else the failed request, which is then shown */
  const run = (work: (signal: AbortSignal) => Promise<Plan | Asked<unknown>>): void => {
    const controller = new AbortController();
    setAsking(controller);
    setFailed(null);
    work(controller.signal).then(
      (next) => {
        if ('vehicles' in next) setPlan(next);
        else setFailed(next);
        setAsking(null);
      },
      () => undefined,
    );
  };
  const begin = (): void =>
    run(async (signal) => {
      const own = await askPlan(visits, fleet, signal);
      if ('vehicles' in own) {
        wanted.value = { box: boxOfPlan(drawnOf(own)), zoom: NEAREST_ZOOM };
        isAwaited.current = true;
      }
      return own;
    });
  const others = otherColumns(sheet, columns);
  const textFor = ({ row, text }: Visit): string =>
    [text, ...extras.map((column) => textOf(sheet.rows[row][column]))]
      .filter((own) => own !== '')
      .join(' · ');
  return (
    <section class="plan table" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <FleetForm {...{ fleet, setFleet }} />
      <Told {...{ sheet, fleet, most, ...told, count: visits.length }} />
      <button
        type="button"
        class="main"
        disabled={visits.length === 0 || visits.length > most || asking !== null}
        onClick={begin}
      >
        {plan === null ? texts.begin(visits.length) : texts.again}
      </button>
      <p class="quiet" role="status" ref={answer}>
        {asking !== null && texts.waits}
      </p>
      {failed !== null && <Failure asked={failed} />}
      {plan !== null && (
        <>
          {others.length > 0 && <Extras {...{ sheet, others, extras, setExtras }} />}
          <PlannedVehicles {...{ plan, fleet, run, textFor, isBusy: asking !== null }} />
        </>
      )}
    </section>
  );
}

interface ToldProps {
  sheet: Sheet;
  fleet: Fleet;
  most: number;
  /** Row numbers, from 1. */
  unread: readonly number[];
  lost: readonly number[];
  vague: readonly number[];
  count: number;
}

/** Shows which table rows are in the plan and which are not. */
function Told({ sheet, fleet, most, unread, lost, vague, count }: ToldProps) {
  const texts = planTexts();
  const names = namesOfPlanColumns(sheet);
  const hasNoLimit = fleet.capacity === '' && fleet.until === '';
  return (
    <>
      {names.length > 0 && <p class="quiet">{texts.columns(names.join(', '))}</p>}
      {unread.length > 0 && <Notice kind="warn">{texts.unread(unread.join(', '))}</Notice>}
      {vague.length > 0 && <Notice kind="warn">{texts.areas(vague.join(', '))}</Notice>}
      {lost.length > 0 && <Notice kind="warn">{texts.lost(lost.join(', '))}</Notice>}
      {count > most && <Notice kind="warn">{texts.tooMany(most)}</Notice>}
      {fleet.vehicles > 1 && hasNoLimit && <p class="quiet">{texts.room}</p>}
    </>
  );
}

function nextMorning(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return nextNine({ year, month, day, minute: 60 * now.getHours() + now.getMinutes() });
}

/**
 * Scrolls to a new plan: the form is as tall as the panel, so the plan would appear below the visible part.
 */
function useDrawn(plan: Plan | null) {
  const answer = useRef<HTMLParagraphElement>(null);
  const isAwaited = useRef(false);
  useEffect(() => {
    const erase = drawPlan(plan);
    if (isAwaited.current) answer.current?.scrollIntoView({ block: 'start' });
    isAwaited.current = false;
    return erase;
  }, [plan]);
  return { answer, isAwaited };
}

function drawPlan(plan: Plan | null): () => void {
  planShapes.value = plan === null ? [] : planFeatures(drawnOf(plan));
  return () => {
    planShapes.value = [];
  };
}

function FleetForm({
  fleet,
  setFleet,
}: {
  fleet: Fleet;
  setFleet: (change: (fleet: Fleet) => Fleet) => void;
}) {
  const texts = planTexts();
  const [name, setName] = useState('');
  const take = (more: Partial<Fleet>): void => setFleet((before) => ({ ...before, ...more }));
  const empty = (): void => {
    choosePlace(null);
    found.value = null;
  };
  return (
    <>
      <PlaceBox
        label={texts.start}
        placeholder={texts.startHint}
        value={name}
        onChoose={(place) => {
          setName(place.name);
          take({ home: pointOf(place), homeName: place.name });
          empty();
        }}
        onClear={() => {
          setName('');
          take({ home: null, homeName: '', until: '' });
          empty();
        }}
      />
      <div class="plan-fields">
        <NumberField
          {...{ label: texts.vehicles, value: String(fleet.vehicles), least: 1, most: MOST_VEHICLES }}
          onChange={(value) => take({ vehicles: Number(value || 1) })}
        />
        <NumberField
          {...{ label: texts.capacity, value: fleet.capacity, least: 1, most: MOST_ROOM }}
          onChange={(capacity) => take({ capacity })}
        />
        <NumberField
          {...{ label: texts.minutes, value: String(fleet.minutes), least: 0, most: DAY_MINUTES }}
          onChange={(value) => take({ minutes: Number(value) })}
        />
        <label>
          {texts.until}
          <input
            {...{ type: 'time', value: fleet.until, disabled: fleet.home === null }}
            onChange={({ currentTarget: { value } }) => take({ until: value })}
          />
        </label>
        <label>
          {texts.departure}
          <input
            {...{ type: 'datetime-local', required: true, value: fleet.departAt }}
            onChange={({ currentTarget: { value } }) => value !== '' && take({ departAt: value })}
          />
        </label>
      </div>
    </>
  );
}

interface NumberFieldProps {
  label: string;
  value: string;
  least: number;
  most: number;
  /** Called with a whole number from `least` to `most`, or an empty string. */
  onChange: (value: string) => void;
}

function NumberField({ label, value, least, most, onChange }: NumberFieldProps) {
  const whole = (text: string): string =>
    text === '' ? '' : String(Math.min(most, Math.max(least, Math.round(Number(text)))));
  return (
    <label>
      {label}
      <input
        type="number"
        min={least}
        max={most}
        value={value}
        onChange={({ currentTarget }) => {
          currentTarget.value = whole(currentTarget.value);
          onChange(currentTarget.value);
        }}
      />
    </label>
  );
}

interface ExtrasProps {
  sheet: Sheet;
  others: readonly number[];
  extras: readonly number[];
  setExtras: (extras: readonly number[]) => void;
}

/** Names and telephone numbers are included only if the user asks for them. */
function Extras({ sheet, others, extras, setExtras }: ExtrasProps) {
  const texts = planTexts();
  return (
    <fieldset class="columns">
      <legend>{texts.more}</legend>
      {others.map((column) => (
        <label key={column}>
          <input
            type="checkbox"
            checked={extras.includes(column)}
            onChange={({ currentTarget: { checked } }) =>
              setExtras(others.filter((own) => (own === column ? checked : extras.includes(own))))
            }
          />
          {sheet.columns[column] === '' ? `${column + 1}` : sheet.columns[column]}
        </label>
      ))}
      <p class="quiet">{texts.moreHow}</p>
    </fieldset>
  );
}
