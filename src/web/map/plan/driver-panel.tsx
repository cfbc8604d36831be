import { useEffect, useMemo } from 'preact/hooks';
import { PrintMap, printRoute } from '../map/print-map.js';
import { Notice } from '../parts/notice.js';
import { wanted } from '../state/page-state.js';
import { driverPlan, planShapes } from '../state/plan.js';
import { DriverSheet } from './driver-sheet.js';
import { readDriverText } from './driver-text.js';
import { boxOfPlan, NEAREST_ZOOM, planFeatures } from './shapes.js';
import { planTexts } from './texts.js';

/** The page that a driver's link opens: the stops and their places. It sends no requests to the service. */
export function DriverPanel() {
  const texts = planTexts();
  const plan = useMemo(() => readDriverText(driverPlan.value), [driverPlan.value]);
  useEffect(() => {
    if (plan === null) return;
    const drawn = [{ vehicle: plan.vehicle - 1, line: [], points: plan.stops.map(({ point }) => point) }];
    planShapes.value = planFeatures(drawn);
    wanted.value = { box: boxOfPlan(drawn), zoom: NEAREST_ZOOM };
    return () => {
      planShapes.value = [];
    };
  }, [plan]);
  return (
    <div class="tab">
      <section class="card" aria-label={texts.stops}>
        <PrintMap />
        {plan === null ? <Notice kind="warn">{texts.broken}</Notice> : <DriverSheet plan={plan} />}
        <div class="actions">
          {plan !== null && (
            <button type="button" onClick={() => void printRoute()}>
              {texts.print}
            </button>
          )}
          <button type="button" onClick={() => (driverPlan.value = '')}>
            {texts.close}
          </button>
        </div>
      </section>
    </div>
  );
}
