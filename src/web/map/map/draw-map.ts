import type { Position } from '../../../geo/position.js';
import { effect, untracked } from '@preact/signals';
import type { FeatureCollection } from 'geojson';
import {
  Map as MapLibre,
  Marker,
  prewarm,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type LngLat,
  type MapMouseEvent,
} from 'maplibre-gl';
import type { TileFacts } from '../ask/answers.js';
import {
  about,
  choosePlace,
  chosen,
  clickMap,
  from,
  numbered,
  pointOf,
  results,
  roads,
  route,
  setEnd,
  setStop,
  spot,
  stops,
  tiles,
  to,
  view,
  wanted,
  way,
  zones,
  type End,
} from '../state/page-state.js';
import { opened, ROUTE_ZOOM } from '../state/open-link.js';
import { boxOf } from '../state/box-of.js';
import { language } from '../../shared/language.js';
import { isPrinting } from '../state/printing.js';
import { covered, type Covered } from '../state/sheet.js';
import { t } from '../text/texts.js';
import { lookAt, lookedRow, moveTo, rows } from '../state/table.js';
import { planShapes } from '../state/plan.js';
import { traceShapes } from '../state/trace.js';
import { reach } from '../state/reach.js';
import { speeds } from '../state/speeds.js';
import { followLongPress } from './long-press.js';
import { reachAreas, resultMarks, routeLine, snapMarks, spotMarks, tableMarks } from './marks.js';
import { collection, noOverlays, type OverlayName, type Overlays } from './overlays.js';
import { DARK, LIGHT } from './palette.js';
import { openRoad } from './road-card.js';
import { styleOf } from './style.js';

/** The center of a view of the whole country, which is used if nothing better is known. */
const MONGOLIA: Position = [103.8, 46.9];
/**
 * Just below a whole zoom level, tiles are displayed at their largest, so the first map needs the fewest
 * tiles.
 */
const FIRST_ZOOM = 12.9;
/** At higher zooms, tiles would be stretched too far. */
const MAX_ZOOM = 19;
/** How far an arrow key moves a marker, in pixels; with Shift, the marker moves farther. */
const STEP_PIXELS = { plain: 12, far: 60 };
/**
 * The margin around the points that are shown, which is smaller on a phone. A marker extends above its point.
 */
const ROOM = { padding: { top: 72, bottom: 48, left: 48, right: 48 } };
const LITTLE_ROOM = { padding: { top: 64, bottom: 16, left: 24, right: 8 } };
const ROOMY_PIXELS = 720;
/** How long labels take to fade in and out. Labels do not fade if the user prefers reduced motion. */
const FADE_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120;
const FLIGHT_MS = 900;
const MARKER_PIXELS = 36;
/** A route is too small to read if it would still fit the view this many zoom levels closer. */
const TINY_LEVELS = 2.5;
/** How long to wait after the last time an arrow key is pressed. */
const KEY_PAUSE_MS = 300;

setWorkerUrl(document.querySelector<HTMLMetaElement>('meta[name=map-worker]')!.content);
// The thread that reads tiles starts while the canvas is created, which takes just as long.
prewarm();

/** The map and everything drawn on it. The map follows the page's state. */
export class DrawnMap {
  readonly map: MapLibre;
  readonly #overlays: Overlays = noOverlays();
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #stops: (() => void)[] = [];
  #isStyled = false;
  /** The map opens at its first target and then flies to any later targets. */
  #isOpen = false;
  /**
   * The map's target, until the user moves the map; the target stays visible when the panel grows. Null if
   * the map has no target.
   */
  #shown: Exclude<typeof wanted.value, null> | null = null;

  /** @throws Error if the browser cannot draw maps */
  constructor(container: HTMLElement) {
    const begin = beginning(tiles.peek());
    this.map = new MapLibre({
      ...{ container, style: this.#style(), attributionControl: false, maxZoom: MAX_ZOOM, minZoom: 2 },
      ...{ center: [...begin.centre], zoom: begin.zoom },
      ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, fadeDuration: FADE_MS },
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-right');
    // At this point, everything visible has been loaded and drawn.
    this.map.once('load', () => performance.mark('map'));
    const wasHeld = followLongPress(this.map, ({ lng, lat }) => clickMap([lng, lat]));
    this.map.on('click', (event) => !wasHeld() && this.#click(event));
    // When the page itself moves the map, the map's event has no original touch, mouse or keyboard event.
    this.map.on('movestart', (event) => {
      if (event.originalEvent !== undefined) this.#shown = null;
    });
    this.map.on('moveend', () => this.#noteView());
    this.map.on('mousemove', (event) => this.#point(event));
    this.map.getCanvas().addEventListener('keydown', (event) => this.#keyOnMap(event));
    this.#follow();
    this.#isOpen = true;
    this.#noteView();
  }

  /** Centers the view in the part of the map that is not covered by the panel. */
  #pad({ left, right, bottom }: Covered): void {
    this.map.setPadding({ left, right, bottom, top: 0 });
    if (this.#shown !== null) this.#go(this.#shown, 0);
    this.#noteView();
  }

  zoom(by: number): void {
    this.#shown = null;
    this.map.zoomTo(this.map.getZoom() + by);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.map.remove();
  }

  #follow(): void {
    const redraw = (): void => void this.map.setStyle(this.#style(), { diff: true });
    this.#dark.addEventListener('change', redraw);
    this.#stops.push(isPrinting.subscribe(() => this.#dark.matches && this.#isStyled && redraw()));
    this.#stops.push(() => this.#dark.removeEventListener('change', redraw));
    const draw = (name: OverlayName, make: () => FeatureCollection): void =>
      void this.#stops.push(effect(() => this.#draw(name, make())));
    draw('reach', () => reachAreas(reach.value?.answer ?? null));
    draw('results', () => resultMarks(numbered.value, chosen.value));
    draw('spot', () => spotMarks(spot.value, chosen.value));
    draw('table', () => tableMarks(rows.value));
    draw('trace', () => collection(traceShapes.value));
    draw('plan', () => collection(planShapes.value));
    draw('route', () => routeLine(route.value?.answer ?? null, way.value));
    draw('snaps', () => snapMarks(route.value?.answer ?? null));
    draw('roads', () => roads.value ?? collection());
    draw('speeds', () => speeds.value?.answer ?? collection());
    draw('zones', () => zones.value ?? collection());
    this.#stops.push(
      effect(() => {
        this.map.getCanvas().setAttribute('aria-label', t().map.label);
        void [tiles.value, language.value];
        if (this.#isStyled) redraw();
        this.#isStyled = true;
      }),
      effect(() => this.#pad(covered.value)),
      effect(() => this.#go(wanted.value, this.#isOpen ? FLIGHT_MS : 0)),
      effect(() => this.#showRoute()),
    );
    this.#stops.push(
      this.#followEnd({
        ...{ kind: 'from', letter: 'A', end: () => from.value, label: () => t().route.markerA },
        moved: (end) => setEnd('from', end),
      }),
      this.#followEnd({
        ...{ kind: 'to', letter: 'B', end: () => to.value, label: () => t().route.markerB },
        moved: (end) => setEnd('to', end),
      }),
      this.#followStops(),
      this.#followEnd({
        ...{ kind: 'row', letter: '✎', label: () => t().table.marker },
        end: () => {
          const place = lookedRow.value?.place ?? null;
          return place && { point: pointOf(place), name: null };
        },
        moved: ({ point }) => moveTo(point),
      }),
    );
  }

  #style(): ReturnType<typeof styleOf> {
    const palette = this.#dark.matches && !isPrinting.peek() ? DARK : LIGHT;
    return styleOf(palette, language.peek(), tiles.peek(), this.#overlays);
  }

  #draw(name: OverlayName, data: FeatureCollection): void {
    this.#overlays[name] = data;
    // Until the style is loaded, the map does not have this source; the loaded style then includes everything
    // drawn so far.
    const source = this.map.getSource<GeoJSONSource>(name);
    if (source !== undefined) void source.setData(data);
  }

  #go(view: typeof wanted.value, duration = FLIGHT_MS): void {
    if (view === null) return;
    this.#shown = view;
    this.map.fitBounds([...view.box], { ...this.#room(), maxZoom: view.zoom, duration });
  }

  #room(): typeof ROOM {
    return this.map.getCanvas().clientWidth < ROOMY_PIXELS ? LITTLE_ROOM : ROOM;
  }

  /**
   * Fits a new route and its markers into the view. While the user drags a route, the view does not change if
   * the route is easy to see.
   */
  #showRoute(): void {
    const line = route.value?.answer?.route.geometry.coordinates;
    if (line === undefined) return;
    // The route's ends are the chosen points, which may be some distance away from the road.
    const ends = [from.peek(), ...stops.peek(), to.peek()].flatMap((end) =>
      end === null ? [] : [end.point],
    );
    const box = boxOf([...line, ...ends]);
    const whole = this.map.cameraForBounds([...box], { ...this.#room(), maxZoom: ROUTE_ZOOM });
    const isTiny = (whole?.zoom ?? 0) - this.map.getZoom() > TINY_LEVELS;
    if (this.#isInSight([...line, ...ends]) && !isTiny) return;
    this.#go({ box, zoom: ROUTE_ZOOM });
  }

  /** Whether all points and their markers are in the part of the map that is not covered by the panel. */
  #isInSight(points: readonly Position[]): boolean {
    const { left = 0, right = 0, top = 0, bottom = 0 } = this.map.getPadding();
    const { clientWidth, clientHeight } = this.map.getCanvas();
    return points.every((point) => {
      const { x, y } = this.map.project([...point]);
      const isBeside = x >= left + MARKER_PIXELS / 2 && x <= clientWidth - right - MARKER_PIXELS / 2;
      return isBeside && y >= top + MARKER_PIXELS && y <= clientHeight - bottom;
    });
  }

  /** Keeps one marker for each stop as the number of stops changes. */
  #followStops(): () => void {
    const followed: (() => void)[] = [];
    const stop = effect(() => {
      const count = stops.value.length;
      while (followed.length > count) followed.pop()!();
      for (let i = followed.length; i < count; i++) {
        const follow = (): (() => void) =>
          this.#followEnd({
            ...{ kind: 'stop', letter: String(i + 1) },
            end: () => stops.value[i] ?? null,
            label: () => t().route.markerStop(i + 1),
            moved: (end) => setStop(i, end),
          });
        followed.push(untracked(follow));
      }
    });
    return () => {
      stop();
      for (const end of followed) end();
    };
  }

  /** @returns a function that stops following the point */
  #followEnd({ kind, letter, end, label, moved: tell }: FollowedEnd): () => void {
    let marker: Marker | null = null;
    let pause = 0;
    const moved = (place: LngLat): void => tell({ point: [place.lng, place.lat], name: null });
    const make = (): Marker => {
      const element = document.createElement('button');
      element.type = 'button';
      element.className = `end-mark end-mark-${kind}`;
      element.append(Object.assign(document.createElement('span'), { textContent: letter }));
      element.addEventListener('click', (event) => event.stopPropagation());
      element.addEventListener('keydown', (event) => {
        const way = ARROWS[event.key];
        if (way === undefined || marker === null) return;
        event.preventDefault();
        event.stopPropagation();
        const step = event.shiftKey ? STEP_PIXELS.far : STEP_PIXELS.plain;
        const { x, y } = this.map.project(marker.getLngLat());
        marker.setLngLat(this.map.unproject([x + way[0] * step, y + way[1] * step]));
        clearTimeout(pause);
        pause = window.setTimeout(() => moved(marker!.getLngLat()), KEY_PAUSE_MS);
      });
      const made = new Marker({ element, draggable: true, anchor: 'bottom' });
      made.on('dragend', () => moved(made.getLngLat()));
      return made;
    };
    const stop = effect(() => {
      const point = end()?.point;
      if (point === undefined) {
        marker?.remove();
        marker = null;
        return;
      }
      const isNew = marker === null;
      marker ??= make();
      marker.setLngLat([...point]);
      if (isNew) marker.addTo(this.map);
      const element = marker.getElement();
      element.setAttribute('aria-label', label());
      element.removeAttribute('role');
    });
    return () => {
      stop();
      marker?.remove();
    };
  }

  #click(event: MapMouseEvent): void {
    const near = 6;
    const { x, y } = event.point;
    const layers = ['results-dot', 'table-dot'].filter((layer) => this.#isThere(layer));
    const marks = this.map.queryRenderedFeatures(
      [
        [x - near, y - near],
        [x + near, y + near],
      ],
      { layers },
    );
    const row: unknown = marks[0]?.properties['index'];
    if (typeof row === 'number') return lookAt(row);
    const place = results.peek()[Number(marks[0]?.properties['number']) - 1];
    if (place !== undefined) return choosePlace(place);
    const other = this.#isThere('route-other')
      ? this.map.queryRenderedFeatures(event.point, { layers: ['route-other'] })[0]
      : undefined;
    if (other !== undefined) return void (way.value = Number(other.properties['way']));
    if (this.#isThere('roads-line') && openRoad(this.map, event)) return;
    clickMap([event.lngLat.lng, event.lngLat.lat]);
  }

  #point(event: MapMouseEvent): void {
    const isMark =
      this.#isThere('results-dot') &&
      this.map.queryRenderedFeatures(event.point, {
        layers: ['results-dot', 'table-dot', 'roads-line', 'route-other'],
      }).length > 0;
    this.map.getCanvas().style.cursor = isMark ? 'pointer' : '';
  }

  #isThere(layer: string): boolean {
    return this.map.getLayer(layer) !== undefined;
  }

  /**
   * If the user presses Enter on the map, the page looks up what is at its center. A cross marks the center
   * while the map has the focus.
   */
  #keyOnMap(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    const { lng, lat } = this.map.getCenter();
    clickMap([lng, lat]);
  }

  #noteView(): void {
    const { lng, lat } = this.map.getCenter();
    const zoom = this.map.getZoom();
    view.value = { centre: [lng, lat], zoom };
  }
}

interface FollowedEnd {
  kind: 'from' | 'to' | 'stop' | 'row';
  letter: string;
  end: () => End | null;
  label: () => string;
  /** Called when the user has moved the marker. */
  moved: (end: End) => void;
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the view from the page's URL, or else a view of the dataset's example town, or else a view of the
 * whole map.
 */
function beginning(facts: TileFacts | null): { centre: Position; zoom: number } {
  if (opened.view !== undefined) return opened.view;
  const examples = about.peek()?.examples;
  const point = examples?.route?.origin ?? examples?.point;
  if (point !== undefined) return { centre: point, zoom: FIRST_ZOOM };
  if (facts === null) return { centre: MONGOLIA, zoom: 4.5 };
  const [west, south, east, north] = facts.bounds;
  return { centre: [(west + east) / 2, (south + north) / 2], zoom: 5 };
}
