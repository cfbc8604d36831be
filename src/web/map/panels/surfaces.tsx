import type { RouteAnswer } from '../ask/answers.js';
import { SURFACE_COLORS, UNPAVED } from '../map/surface-colors.js';
import { avoided } from '../state/page-state.js';
import { isSheet } from '../state/sheet.js';
import { distance } from '../text/format.js';
import { t } from '../text/texts.js';

type Surfaces = NonNullable<RouteAnswer['surfaces']>;

/**
 * Shows the road surfaces with their lengths, in words and as a bar. On a phone, the bar is at the top of the
 * sheet.
 */
export function SurfaceBar({ surfaces }: { surfaces: Surfaces }) {
  const texts = t();
  return (
    <section aria-label={texts.route.surfaces}>
      {!isSheet.value && <Bar surfaces={surfaces} />}
      <ul class="surface-names">
        {surfaces.map(({ surface, distance_meters: length }) => (
          <li key={surface}>
            <span class="swatch" style={{ background: colorOf(surface) }} />
            {texts.surfaces[surface] ?? surface} <span class="numbers">{distance(length)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Bar({ surfaces }: { surfaces: Surfaces }) {
  return (
    <div class="surface-bar" aria-hidden="true">
      {surfaces.map(({ surface, distance_meters: length }) => (
        <span key={surface} style={{ background: colorOf(surface), flexGrow: length }} />
      ))}
    </div>
  );
}

function colorOf(surface: string): string {
  return `light-dark(${(SURFACE_COLORS[surface] ?? SURFACE_COLORS['unknown']).join()})`;
}

/** Returns a route's unpaved length in meters. */
export function unpavedOf(surfaces: Surfaces): number {
  return surfaces.reduce(
    (sum, { surface, distance_meters: length }) => (UNPAVED.includes(surface) ? sum + length : sum),
    0,
  );
}

/**
 * Lists roads that the route uses although the user wanted to avoid them, because the alternative is ten
 * times as long.
 */
export function NotAvoided({ answer: { notes = [], surfaces = [] } }: { answer: RouteAnswer }) {
  const texts = t().route;
  return avoided.value.map((kind) => {
    const note = notes.find((one) => one.kind === kind);
    const length = kind === 'unpaved' ? unpavedOf(surfaces) : (note?.distance_meters ?? 0);
    if (length === 0 && note === undefined) return null;
    return (
      <p key={kind} class="note">
        {texts.notAvoided(texts.avoided[kind])}
        {length > 0 && ` · ${distance(length)}`}
      </p>
    );
  });
}
