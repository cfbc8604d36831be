import type { Position } from '../../../geo/position.js';
import { computed, signal } from '@preact/signals';
import type { Place } from '../ask/answers.js';
import { pointOf, wanted } from './page-state.js';
import { boxOf } from './box-of.js';

/** The rows of a table that was dropped onto the page. */

export interface TableRow {
  /** The row's number in the file. */
  row: number;
  text: string;
  /** Null if no place was found or the row has not been searched for yet. */
  place: Place | null;
  others: readonly Place[];
  confidence: number;
  /** `asked` rows have been searched for; `corrected` rows have a place that the user chose. */
  state: 'waiting' | 'asked' | 'corrected';
}

export const rows = signal<readonly TableRow[]>([]);
/** The index of the selected row in `rows`, or null if none is selected. */
export const looked = signal<number | null>(null);
export const lookedRow = computed(() => rows.value[looked.value ?? -1] ?? null);

export function lookAt(index: number | null): void {
  looked.value = index;
  const place = lookedRow.peek()?.place;
  if (place === null || place === undefined) return;
  const { longitude, latitude } = place;
  wanted.value = { box: [longitude, latitude, longitude, latitude], zoom: 16 };
}

/** Shows all the places found on the map, unless the user has selected a row in the meantime. */
export function showRows(): void {
  const points = rows.peek().flatMap(({ place }) => (place === null ? [] : [pointOf(place)]));
  if (looked.peek() === null && points.length > 0) wanted.value = { box: boxOf(points), zoom: 16 };
}

/** @param changes by index in `rows`. Rows that the user has corrected in the meantime are left unchanged. */
export function changeRows(changes: ReadonlyMap<number, Partial<TableRow>>): void {
  if (changes.size === 0) return;
  rows.value = rows.peek().map((row, i) => (row.state === 'corrected' ? row : { ...row, ...changes.get(i) }));
}

/** Sets the place that the user chose. */
export function correct(index: number, place: Place): void {
  const own = { place, state: 'corrected', confidence: 1 } as const;
  rows.value = rows.peek().map((row, i) => (i === index ? { ...row, ...own } : row));
}

/** Sets the new position of a marker that the user moved; the name stays the same, but the place changes. */
export function moveTo([longitude, latitude]: Position): void {
  const [index, row] = [looked.peek(), lookedRow.peek()];
  if (index === null || row === null) return;
  const own = row.place ?? { id: '', name: row.text, address: null, type: 'place' };
  correct(index, { ...own, longitude: rounded(longitude), latitude: rounded(latitude) });
}

function rounded(degrees: number): number {
  return Math.round(1e6 * degrees) / 1e6;
}
