import { useEffect, useState } from 'preact/hooks';
import { useCopy } from '../../shared/use-copy.js';
import { language } from '../../shared/language.js';
import type { Asked } from '../ask/ask.js';
import { PrintMap, printRoute } from '../map/print-map.js';
import { SharedNote } from '../parts/share-button.js';
import { distance, travelTime } from '../text/format.js';
import { wanted } from '../state/page-state.js';
import { planShapes } from '../state/plan.js';

import { DriverSheet, StopText } from './driver-sheet.js';
import { driverText, type DriverPlan } from './driver-text.js';
import { askPlan, NO_VISITS, type Fleet, type Plan, type VehiclePlan } from './plan-trip.js';
import { boxOfPlan, colorOf, drawnOf, NEAREST_ZOOM, planFeatures } from './shapes.js';
import { planTexts } from './texts.js';
import type { Visit } from './visits.js';

interface PlanProps {
  plan: Plan;
  fleet: Fleet;
  run: (work: (signal: AbortSignal) => Promise<Plan | Asked<unknown>>) => void;
  /** Returns the driver's text about a visit. */
  textFor: (visit: Visit) => string;
  isBusy: boolean;
}

/** The data transfer type for dragging a visit. */
const DRAGGED = 'application/x-gazarch-row';

/**
 * Lists each vehicle's visits. A visit can be moved to another vehicle by dragging it or with its select box.
 */
export function PlannedVehicles({ plan, fleet, run, textFor, isBusy }: PlanProps) {
  const texts = planTexts();
  const [printed, setPrinted] = useState<number | null>(null);
  useEffect(() => {
    const over = (): void => {
      setPrinted(null);
      planShapes.value = planFeatures(drawnOf(plan));
    };
    addEventListener('afterprint', over);
    return () => removeEventListener('afterprint', over);
  }, [plan]);
  const sheetOf = (vehicle: number): DriverPlan => {
    const { stops, out, back } = plan.vehicles[vehicle];
    return {
      ...{ vehicle: vehicle + 1, day: fleet.departAt.slice(0, 10), out, back },
      home: fleet.home && { point: fleet.home, text: fleet.homeName },
      stops: stops.map(({ visit, ...times }) => {
        const { point, window, isSure } = visit;
        return { point, window, isSure, ...times, text: textFor(visit) };
      }),
    };
  };
  const print = (vehicle: number): void => {
    const drawn = [drawnOf(plan)[vehicle]];
    planShapes.value = planFeatures(drawn);
    wanted.value = { box: boxOfPlan(drawn), zoom: NEAREST_ZOOM };
    setPrinted(vehicle);
    void printRoute();
  };
  const move = (row: number, to: number): void => {
    if (!isBusy) run((signal) => moved(plan, { row, to, fleet, signal }));
  };
  const own = { plan, isBusy, move };
  return (
    <>
      {plan.vehicles.length > 1 && <p class="quiet">{texts.kept}</p>}
      {plan.vehicles.map((_, vehicle) => (
        <Vehicle key={vehicle} {...own} {...{ vehicle, print, sheetOf }} />
      ))}
      {plan.leftOut.length > 0 && (
        <section class="plan-vehicle" aria-label={texts.none}>
          <h3>{texts.none}</h3>
          <ul class="plain-list">
            {plan.leftOut.map(({ visit, message }) => (
              <li key={visit.row}>
                {visit.text} · {message} <Choice {...own} visit={visit} vehicle={-1} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <SharedNote isOpen />
      {printed !== null && (
        <div class="plan-print">
          <PrintMap />
          <DriverSheet plan={sheetOf(printed)} />
        </div>
      )}
    </>
  );
}

interface MoveProps {
  plan: Plan;
  isBusy: boolean;
  move: (row: number, to: number) => void;
}

interface VehicleProps extends MoveProps {
  vehicle: number;
  print: (vehicle: number) => void;
  sheetOf: (vehicle: number) => DriverPlan;
}

function Vehicle({ vehicle, print, sheetOf, ...own }: VehicleProps) {
  const texts = planTexts();
  const { plan, move } = own;
  const { stops } = plan.vehicles[vehicle];
  const hasOthers = plan.vehicles.length > 1;
  const over = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes(DRAGGED) === true) event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const row = event.dataTransfer?.getData(DRAGGED) ?? '';
    if (row !== '') move(Number(row), vehicle);
  };
  return (
    <section
      class="plan-vehicle"
      aria-label={texts.vehicle(vehicle + 1)}
      style={{ borderColor: colorOf(vehicle) }}
      onDragOver={over}
      onDrop={drop}
    >
      <h3>{texts.vehicle(vehicle + 1)}</h3>
      <p class="quiet">{summaryOf(plan.vehicles[vehicle])}</p>
      <ol class="steps">
        {stops.map(({ visit, ...times }, i) => (
          <li
            key={visit.row}
            draggable={hasOthers}
            onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, String(visit.row))}
          >
            <StopText stop={{ ...visit, ...times }} i={i} />
            {hasOthers && <Choice {...own} {...{ visit, vehicle }} />}
          </li>
        ))}
      </ol>
      {stops.length > 0 && (
        <div class="actions">
          <button type="button" onClick={() => print(vehicle)}>
            {texts.print}
          </button>
          <LinkButton link={() => linkOf(sheetOf(vehicle))} />
        </div>
      )}
    </section>
  );
}

/** @param vehicle the vehicle that makes the visit; -1 if none */
function Choice({ plan, isBusy, move, visit, vehicle }: MoveProps & { visit: Visit; vehicle: number }) {
  const texts = planTexts();
  return (
    <select
      aria-label={texts.vehicleOf(visit.text)}
      value={String(vehicle)}
      disabled={isBusy}
      onChange={({ currentTarget: { value } }) => move(visit.row, Number(value))}
    >
      {vehicle === -1 && <option value="-1">{texts.none}</option>}
      {plan.vehicles.map((_, own) => (
        <option key={own} value={String(own)}>
          {texts.vehicle(own + 1)}
        </option>
      ))}
    </select>
  );
}

function summaryOf({ stops, distance_m, duration_s, out, back }: VehiclePlan): string {
  const texts = planTexts();
  if (stops.length === 0) return texts.total(0, distance(0), travelTime(0));
  const times = [out && texts.out(out), back && texts.back(back)].filter((text) => text !== '');
  return [texts.total(stops.length, distance(distance_m), travelTime(duration_s)), ...times].join(' · ');
}

function linkOf(plan: DriverPlan): string {
  return `${location.origin}${location.pathname}#t=${driverText(plan)}&l=${language.peek()}`;
}

function LinkButton({ link }: { link: () => string }) {
  const texts = planTexts();
  const { isCopied, copy } = useCopy(link);
  const share = async (): Promise<void> => {
    if (!matchMedia('(pointer: coarse)').matches || !('share' in navigator)) return void (await copy());
    // If the user cancels, sharing fails with an error.
    await navigator.share({ url: link() }).catch(() => undefined);
  };
  return (
    <button type="button" onClick={() => void share()}>
      <span aria-live="polite">{isCopied ? texts.copied : texts.link}</span>
    </button>
  );
}

/**
 * Returns the plan with a visit moved to another vehicle. Each of the two vehicles is planned again
 * separately, so that no other visit changes vehicles.
 */
async function moved(
  plan: Plan,
  { row, to, fleet, signal }: { row: number; to: number; fleet: Fleet; signal: AbortSignal },
): Promise<Plan | Asked<unknown>> {
  const all = [
    ...plan.vehicles.flatMap(({ stops }) => stops.map(({ visit }) => visit)),
    ...plan.leftOut.map(({ visit }) => visit),
  ];
  const visit = all.find((own) => own.row === row);
  const from = plan.vehicles.findIndex(({ stops }) => stops.some((own) => own.visit.row === row));
  if (visit === undefined || from === to) return plan;
  const vehicles = [...plan.vehicles];
  let leftOut = plan.leftOut.filter((own) => own.visit.row !== row);
  for (const vehicle of [from, to]) {
    if (vehicle === -1) continue;
    const stay = vehicles[vehicle].stops.flatMap((own) => (own.visit.row === row ? [] : [own.visit]));
    const visits = vehicle === to ? [...stay, visit] : stay;
    const own = await askPlan(visits, { ...fleet, vehicles: 1 }, signal, visit);
    if (!('vehicles' in own)) return own;
    vehicles[vehicle] = own.vehicles[0] ?? NO_VISITS;
    leftOut = [...leftOut, ...own.leftOut];
  }
  return { vehicles, leftOut };
}
