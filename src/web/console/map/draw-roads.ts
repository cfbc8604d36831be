import type { Box, Position } from '../../../geo/position.js';
import {
  Map as MapLibre,
  setWorkerUrl,
  type GeoJSONSource,
  type LayerSpecification as Layer,
  type StyleSpecification,
} from 'maplibre-gl';
import type { ClosureState, Road } from '../../../console/api/closure-data.js';

export interface Shown {
  closures: readonly ClosureState[];
  chosen: readonly Road[];
  corners: readonly Position[];
}

interface RoadMapOptions {
  /** The URL of the service, which provides the style and the tiles. */
  apiUrl: string;
  isDark: boolean;
  language: string;
  label: string;
  /** @property within_m the maximum distance between the pointer and a road that it selects */
  onClick: (at: Position, within_m: number) => void;
  /** Called with `true` if the service returned the map's style, otherwise with `false`. */
  onStyle: (isThere: boolean) => void;
}

const CENTRE: Position = [106.9176, 47.9188];
/**
 * The maximum distance, in pixels, between the pointer and a road that it selects, which is about the width
 * of a finger.
 */
const HIT_PIXELS = 14;
const COLOURS = { closed: '#c62f3a', other: '#d98a1f', chosen: '#1668c7' };
const SOURCES = ['closures', 'chosen', 'corners'] as const;
const EMPTY: StyleSpecification = { version: 8, sources: {}, layers: [] };

const meta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';

setWorkerUrl(meta('map-worker'));

/** The service's map with closures and with the roads and corners that the user has chosen. */
export class RoadMap {
  readonly #map: MapLibre;
  #shown: Shown = { closures: [], chosen: [], corners: [] };
  #isReady = false;
  /** Whether the URL contains a map view, in which case the map keeps that view. */
  readonly #isPlaced = location.hash !== '';

  /** @throws Error if the browser cannot draw maps */
  constructor(container: HTMLElement, { apiUrl, isDark, language, label, onClick, onStyle }: RoadMapOptions) {
    addLook();
    this.#map = new MapLibre({
      ...{ container, style: EMPTY, center: [...CENTRE], zoom: 12, maxZoom: 19, attributionControl: false },
      // The URL contains the map view in the same format as on the map page: zoom/latitude/longitude.
      hash: true,
      ...{ dragRotate: false, pitchWithRotate: false, touchPitch: false, cooperativeGestures: false },
    });
    this.#map.getCanvas().setAttribute('aria-label', label);
    this.#map.on('click', ({ lngLat, point }) => {
      const beside = this.#map.unproject([point.x + HIT_PIXELS, point.y]);
      onClick([lngLat.lng, lngLat.lat], Math.ceil(lngLat.distanceTo(beside)));
    });
    this.#map.on('style.load', () => this.#addLayers());
    const address = `${apiUrl}/map/style.json?theme=${isDark ? 'dark' : 'light'}&lang=${language}`;
    // If there are no tiles, closures are drawn on an empty background.
    void styleAt(address).then((style) => {
      this.#map.setStyle(style, { diff: false });
      onStyle(style !== EMPTY);
    });
  }

  show(shown: Shown): void {
    const isFirst = this.#shown.closures.length === 0 && shown.closures.length > 0;
    this.#shown = shown;
    if (this.#isReady) this.#draw();
    if (isFirst && !this.#isPlaced) this.look(shown.closures.flatMap(cornersOf));
  }

  /** Moves the view so that all of these positions are visible. */
  look(positions: readonly Position[]): void {
    if (positions.length === 0) return;
    const lons = positions.map(([lon]) => lon);
    const lats = positions.map(([, lat]) => lat);
    const box: Box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
    this.#map.fitBounds([...box], { padding: 48, maxZoom: 15, animate: false });
  }

  close(): void {
    this.#map.remove();
  }

  #addLayers(): void {
    for (const name of SOURCES)
      if (this.#map.getSource(name) === undefined)
        this.#map.addSource(name, { type: 'geojson', data: collection([]) });
    for (const layer of LAYERS) if (!this.#map.getLayer(layer.id)) this.#map.addLayer(layer);
    this.#isReady = true;
    this.#draw();
  }

  #draw(): void {
    const { closures, chosen, corners } = this.#shown;
    this.#put(
      'closures',
      closures.flatMap(({ state, lines, area }) => [
        ...(lines === null ? [] : [feature('MultiLineString', lines, state)]),
        ...(area === null ? [] : [feature('MultiPolygon', area, state)]),
      ]),
    );
    this.#put(
      'chosen',
      chosen.map(({ lines }) => feature('MultiLineString', lines)),
    );
    this.#put('corners', [
      ...corners.map((corner) => feature('Point', corner)),
      ...(corners.length > 1 ? [feature('Polygon', [[...corners, corners[0]]])] : []),
    ]);
  }

  #put(name: (typeof SOURCES)[number], features: object[]): void {
    void this.#map.getSource<GeoJSONSource>(name)?.setData(collection(features));
  }
}

async function styleAt(address: string): Promise<StyleSpecification> {
  try {
    const answer = await fetch(address);
    const body = (await answer.json()) as StyleSpecification;
    return answer.ok ? body : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Loads the map library's style sheet. */
function addLook(): void {
  const href = meta('map-look');
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

function cornersOf({ lines, area }: Pick<ClosureState, 'lines' | 'area'>): Position[] {
  return [...(lines ?? []).flat(), ...(area ?? []).flat(2)];
}

function collection(features: object[]): never {
  return { type: 'FeatureCollection', features } as never;
}

function feature(type: string, coordinates: unknown, state = ''): object {
  return { type: 'Feature', properties: { state }, geometry: { type, coordinates } };
}

const WIDTH = ['interpolate', ['linear'], ['zoom'], 8, 3, 14, 6, 18, 12];
const COLOUR = ['case', ['==', ['get', 'state'], 'in_force'], COLOURS.closed, COLOURS.other];

const LAYERS = [
  {
    ...{ id: 'closures-area', type: 'fill', source: 'closures' },
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': COLOUR, 'fill-opacity': 0.25 },
  },
  {
    ...{ id: 'closures-line', type: 'line', source: 'closures', layout: { 'line-cap': 'round' } },
    paint: { 'line-color': COLOUR, 'line-width': WIDTH },
  },
  {
    ...{ id: 'chosen-line', type: 'line', source: 'chosen', layout: { 'line-cap': 'round' } },
    paint: { 'line-color': COLOURS.chosen, 'line-width': WIDTH },
  },
  {
    ...{ id: 'corners-area', type: 'fill', source: 'corners' },
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': COLOURS.chosen, 'fill-opacity': 0.25 },
  },
  {
    ...{ id: 'corners-dot', type: 'circle', source: 'corners' },
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      ...{ 'circle-radius': 5, 'circle-color': COLOURS.chosen },
      ...{ 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 2 },
    },
  },
] as unknown as Layer[];
