import { Popup, type Map as MapLibre, type MapMouseEvent } from 'maplibre-gl';
import { t } from '../text/texts.js';
import { lastMoment } from '../text/times.js';

/** The properties of a road in `/map/roads.geojson`, in the form in which the map returns them. */
interface RoadFacts {
  kind: 'closure' | 'season';
  is_open: boolean;
  factor: number;
  /** The travel mode, or null or absent if the closure applies to all modes. */
  mode?: string | null;
  name: string | null;
  reason: string | null;
  until: string | null;
}

/**
 * Opens a small card if there is a closed or restricted road under the pointer. @returns whether there is one
 */
export function openRoad(map: MapLibre, event: MapMouseEvent): boolean {
  const [found] = map.queryRenderedFeatures(event.point, { layers: ['roads-line', 'roads-area'] });
  if (found === undefined) return false;
  const facts = found.properties as unknown as RoadFacts;
  const card = document.createElement('div');
  const title = [roadState(facts), ...modeText(facts)].join(' · ');
  const lines = [title, facts.name, facts.reason, untilText(facts)];
  for (const [i, text] of lines.entries())
    if (text !== null && text !== undefined && text !== '')
      card.append(Object.assign(document.createElement(i === 0 ? 'strong' : 'p'), { textContent: text }));
  new Popup({ closeButton: false, maxWidth: '260px' }).setLngLat(event.lngLat).setDOMContent(card).addTo(map);
  return true;
}

function roadState({ kind, is_open: isOpen, factor }: RoadFacts): string {
  const texts = t().roads;
  if (kind === 'season') return isOpen ? texts.seasonOpen : texts.seasonClosed;
  if (!isOpen) return texts.closed;
  return factor < 1 ? texts.slower : texts.faster;
}

function modeText({ mode }: RoadFacts): string[] {
  return mode === null || mode === undefined ? [] : [t().route.modes[mode] ?? mode];
}

function untilText({ until }: RoadFacts): string | null {
  return until === null || until === undefined ? null : t().roads.until(lastMoment(until));
}
