import type { Feature } from 'geojson';
import type { Box, Position } from '../../../geo/position.js';
import { boxOf } from '../state/box-of.js';
import type { Plan } from './plan-trip.js';

/** At this zoom level, the map shows the one or two streets around a single stop. */
export const NEAREST_ZOOM = 16;

/** Colors on which white digits are readable in both color schemes. */
const COLORS = [
  ...['#0b5cad', '#b3400c', '#1a7a3c', '#8a2bc2', '#b3261e'],
  ...['#0e6f80', '#8a5a00', '#b0246f', '#4d6b0a', '#4a5568'],
];

/** Returns a vehicle's color. Vehicles are numbered from 0. */
export function colorOf(vehicle: number): string {
  return COLORS[vehicle % COLORS.length];
}

interface Drawn {
  vehicle: number;
  line: readonly Position[];
  points: readonly Position[];
}

export function drawnOf({ vehicles }: Plan): Drawn[] {
  return vehicles.map(({ stops, line }, vehicle) => ({
    ...{ vehicle, line, points: stops.map(({ visit }) => visit.point) },
  }));
}

/** Returns each vehicle's route, and its numbered stops: `2.5` is the second vehicle's fifth stop. */
export function planFeatures(all: readonly Drawn[]): Feature[] {
  return all.flatMap(({ vehicle, line, points }) => {
    const color = colorOf(vehicle);
    const dots = points.map((point, i): Feature => ({
      ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [...point] } },
      properties: { color, label: all.length > 1 ? `${vehicle + 1}.${i + 1}` : String(i + 1) },
    }));
    if (line.length < 2) return dots;
    const coordinates = line.map((position) => [...position]);
    return [
      { type: 'Feature', properties: { color }, geometry: { type: 'LineString', coordinates } },
      ...dots,
    ];
  });
}

export function boxOfPlan(all: readonly Drawn[]): Box {
  return boxOf(all.flatMap(({ line, points }) => [...line, ...points]));
}
