import type { DriverPlan } from './driver-text.js';
import { planTexts } from './texts.js';

/** The plan of one driver, on paper and on a telephone, where each stop opens in its navigation. */
export function DriverSheet({ plan }: { plan: DriverPlan }) {
  const texts = planTexts();
  const { vehicle, day, out, back, stops } = plan;
  const times = [day, out && texts.out(out), back && texts.back(back)].filter((text) => text !== '');
  return (
    <>
      <h2>{texts.vehicle(vehicle)}</h2>
      <p class="quiet">{times.join(' · ')}</p>
      <ol class="steps" aria-label={texts.stops}>
        {stops.map(({ point: [lon, lat], arrival, text }, i) => (
          <li key={i}>
            <span>
              {i + 1}. <b>{arrival}</b> {text}
            </span>
            <a
              class="numbers"
              href={`geo:${lat},${lon}?q=${lat},${lon}`}
              aria-label={`${texts.navigate}: ${i + 1}. ${text}`}
            >
              {texts.navigate}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
