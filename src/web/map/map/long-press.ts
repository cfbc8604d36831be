import type { LngLat, Map, MapTouchEvent } from 'maplibre-gl';

/** The time in milliseconds after which phones report a long press. */
const HELD_MS = 500;
/** If a finger moves by more pixels than this, it drags the map. */
const STILL_PIXELS = 8;

/**
 * A long press on the map looks up what is there, as on other maps.
 * @returns a function that returns whether a click belongs to a long press, because some phones send a click
 * when the finger is lifted
 */
export function followLongPress(map: Map, act: (at: LngLat) => void): () => boolean {
  let timer = 0;
  let isDone = false;
  let begun = { x: 0, y: 0 };
  const stop = (): void => clearTimeout(timer);
  map.on('touchstart', ({ points, point, lngLat, originalEvent }: MapTouchEvent) => {
    stop();
    [isDone, begun] = [false, point];
    // A long press on a marker drags the marker.
    if (points.length > 1 || originalEvent.target !== map.getCanvas()) return;
    timer = window.setTimeout(() => {
      isDone = true;
      act(lngLat);
    }, HELD_MS);
  });
  map.on('touchmove', ({ point }: MapTouchEvent) => {
    if (Math.hypot(point.x - begun.x, point.y - begun.y) > STILL_PIXELS) stop();
  });
  map.on('touchend', stop);
  map.on('touchcancel', stop);
  return () => {
    const belongs = isDone;
    isDone = false;
    return belongs;
  };
}
