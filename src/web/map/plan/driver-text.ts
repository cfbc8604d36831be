import type { Position } from '../../../geo/position.js';

/** What a driver gets: in a link, behind `#`, and on paper. */
export interface DriverPlan {
  /** Of the vehicle, from 1. */
  vehicle: number;
  /** `2026-12-01` */
  day: string;
  /** Clocks; empty: anywhere, so at no time. */
  out: string;
  back: string;
  stops: readonly DriverStop[];
}

interface DriverStop {
  point: Position;
  arrival: string;
  text: string;
}

/** Longer than an address with a name and a telephone; a link of 40 visits stays below 10 kB so. */
const TEXT_MAX = 120;
const MOST_STOPS = 100;
const POINT = /^-?\d{1,3}(?:\.\d+)?$/;
const CLOCK = /^(?:\d\d:\d\d)?$/;

/** `1,2026-12-01,09:00,12:40;106.9176,47.9188,09:12,Address;…` */
export function driverText({ vehicle, day, out, back, stops }: DriverPlan): string {
  const parts = stops.map(({ point: [lon, lat], arrival, text }) =>
    [
      lon.toFixed(5),
      lat.toFixed(5),
      arrival,
      encodeURIComponent([...text].slice(0, TEXT_MAX).join('')),
    ].join(),
  );
  return [[vehicle, day, out, back].join(), ...parts].join(';');
}

/** Null: no plan is in it. Links are cut on their way; what is right is read. */
export function readDriverText(value: string): DriverPlan | null {
  const [head, ...parts] = value.split(';');
  const [vehicle, day = '', out = '', back = ''] = head.split(',');
  const stops = parts.slice(0, MOST_STOPS).flatMap((part): DriverStop[] => {
    const [lon, lat, arrival = '', text = ''] = part.split(',');
    if (!POINT.test(lon) || !POINT.test(lat ?? '') || !CLOCK.test(arrival)) return [];
    const point: Position = [Number(lon), Number(lat)];
    if (Math.abs(point[0]) > 180 || Math.abs(point[1]) > 90) return [];
    return [{ point, arrival, text: [...decoded(text)].slice(0, TEXT_MAX).join('') }];
  });
  if (!/^\d{1,2}$/.test(vehicle) || stops.length === 0) return null;
  const clock = (text: string): string => (CLOCK.test(text) ? text : '');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day);
  return { vehicle: Number(vehicle), day: isDay ? day : '', out: clock(out), back: clock(back), stops };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
