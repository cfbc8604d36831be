import type { MapPage, ShownSpeeds } from '../../sources/map-page.js';
import { afterSource, type SourceStep } from '../core/answer.js';
import { endpoint, type Endpoint } from '../core/endpoint.js';
import { NO_STORE } from '../core/exchange.js';
import type { HttpSettings } from '../core/settings.js';

/** Caches the written bytes of each set of speeds: a few hundred kilobytes for a city. */
const written = new WeakMap<ShownSpeeds, Buffer>();

/**
 * Returns the roads with learned speeds in a time slot (`slot`, or the current one), for everyone who may see
 * them (see `mapSpeeds`).
 */
export function speedsEndpoints(page: MapPage, { mapSpeeds }: HttpSettings): Endpoint[] {
  if (mapSpeeds === 'off') return [];
  const show: SourceStep<string | null, ShownSpeeds> = {
    ask: ({ asker }, slot, signal) => page.speeds(slot, signal, asker),
    then: (exchange, shown) => {
      const body = written.get(shown) ?? Buffer.from(geojsonOf(shown));
      written.set(shown, body);
      exchange.sendBytes(body, { contentType: 'application/geo+json', cacheControl: NO_STORE });
    },
  };
  return [
    endpoint({
      ...{ path: '/map/speeds.geojson', scope: mapSpeeds === 'all' ? null : 'route', isProbe: false },
      ...{ parameters: [], schemas: {}, operation: null },
      read: ({ values }) => values.get('slot') ?? null,
      answer: (exchange, slot: string | null) => afterSource(exchange, slot, show),
    }),
  ];
}

/**
 * Writes one feature for all roads of a speed level. The feature reveals neither the ways' ids nor how many
 * vehicles drove there.
 */
function geojsonOf({ slots, slot, roads }: ShownSpeeds): string {
  const features = roads.map(({ along, against, lines }) => ({
    type: 'Feature',
    properties: { along, against },
    geometry: { type: 'MultiLineString', coordinates: lines.map((line) => line.map(toMetres)) },
  }));
  return JSON.stringify({ type: 'FeatureCollection', slots, slot, features });
}

const toMetres = (position: readonly number[]): number[] =>
  position.map((degrees) => Math.round(1e5 * degrees) / 1e5);
