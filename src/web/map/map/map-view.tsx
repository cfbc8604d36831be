import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { warm } from '../offline/kept-data.js';
import { isLocating, locate } from '../state/location.js';
import { t } from '../text/texts.js';
import type { DrawnMap } from './draw-map.js';

/** Null until the map is loaded, and always if the browser cannot draw maps. */
export const drawn = signal<DrawnMap | null>(null);

/** The map behind the page. The library is large, so it is loaded in parallel with the page. */
export function MapView({ isKnown }: { isKnown: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isKnown || drawn.peek() !== null) return;
    void Promise.all([library, warm]).then(([{ DrawnMap }]) => {
      if (box.current === null || drawn.peek() !== null) return;
      try {
        drawn.value = new DrawnMap(box.current);
      } catch {
        // Without WebGL there is no picture, but searches and routes still work.
      }
    });
  }, [isKnown]);
  return <div class="map" ref={box} />;
}

const library = import('./draw-map.js');

export function ZoomButtons() {
  const texts = t().map;
  return (
    <div class="zoom">
      <button type="button" aria-label={texts.zoomIn} onClick={() => drawn.peek()?.zoom(1)}>
        +
      </button>
      <button type="button" aria-label={texts.zoomOut} onClick={() => drawn.peek()?.zoom(-1)}>
        −
      </button>
      <button
        type="button"
        aria-label={texts.locate}
        title={texts.locate}
        aria-busy={isLocating.value}
        onClick={locate}
      >
        ◎
      </button>
    </div>
  );
}
