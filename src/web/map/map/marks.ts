import type { Position } from '../../../geo/position.js';
import type { FeatureCollection } from 'geojson';
import { waypointsOf, waysOf, type IsochroneAnswer, type Place, type RouteAnswer } from '../ask/answers.js';
import { pointOf, type Spot } from '../state/page-state.js';
import { collection, feature } from './overlays.js';
import { surfaceLines } from './surface-lines.js';
import type { TableRow } from '../state/table.js';

/** Converts the page's state to shapes on the map. */

export function resultMarks(places: readonly Place[], chosen: Place | null): FeatureCollection {
  return collection(
    places.map((place, i) =>
      feature(
        { type: 'Point', coordinates: [...pointOf(place)] },
        {
          number: i + 1,
          is_chosen: place.id === chosen?.id,
        },
      ),
    ),
  );
}

/**
 * Returns the areas that can be reached within given numbers of minutes, largest first, so that smaller areas
 * are drawn on top.
 */
export function reachAreas(answer: IsochroneAnswer | null): FeatureCollection {
  return collection([...(answer?.features ?? [])].reverse());
}

/** Returns marks for the table rows whose places are known. */
export function tableMarks(rows: readonly TableRow[]): FeatureCollection {
  return collection(
    rows.flatMap(({ place, confidence }, index) =>
      place === null
        ? []
        : [feature({ type: 'Point', coordinates: [...pointOf(place)] }, { index, confidence })],
    ),
  );
}

/** Returns the point that the user asked about, the place found there, and a line between them. */
export function spotMarks(spot: Spot | null, chosen: Place | null): FeatureCollection {
  if (spot === null) return chosen === null ? collection() : collection([dot(pointOf(chosen), false)]);
  const place = spot.asked?.answer?.results[0];
  if (place === undefined) return collection([dot(spot.point, true)]);
  const line = feature({ type: 'LineString', coordinates: [[...spot.point], [...pointOf(place)]] });
  return collection([line, dot(pointOf(place), false), dot(spot.point, true)]);
}

/**
 * @param shown the index of the selected route; the other routes are drawn beneath it. The fastest route is
 * drawn in the colors of its surfaces.
 */
export function routeLine(answer: RouteAnswer | null, shown: number): FeatureCollection {
  if (answer === null) return collection();
  const ways = waysOf(answer).map(({ geometry }, way) => {
    const properties = { way, is_other: way !== shown };
    const { surface_stretches: stretches = [] } = answer;
    if (way === 0 && shown === 0 && stretches.length > 0)
      return surfaceLines(geometry.coordinates, stretches, properties);
    const coordinates = geometry.coordinates.map((position) => [...position]);
    return [feature({ type: 'LineString', coordinates }, properties)];
  });
  return collection(ways.flat());
}

/** Returns lines from each end of the route to the road that it was snapped to. */
export function snapMarks(answer: RouteAnswer | null): FeatureCollection {
  if (answer === null) return collection();
  return collection(
    waypointsOf(answer).flatMap(({ input, location }) => {
      const [asked, taken] = [input, location].map(({ longitude, latitude }) => [longitude, latitude]);
      return [
        feature({ type: 'LineString', coordinates: [asked, taken] }),
        feature({ type: 'Point', coordinates: taken }),
      ];
    }),
  );
}

function dot(point: Position, isAsked: boolean): ReturnType<typeof feature> {
  return feature({ type: 'Point', coordinates: [...point] }, { is_asked: isAsked });
}
