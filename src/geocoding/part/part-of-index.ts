import type { Sections } from '../../arrays/sections.js';
import type { LayerKind } from '../finding/forward-hit.js';
import type { AddressColumns } from '../freeze-addresses.js';
import { freezeColumns, type NamedForm } from '../freeze-model.js';
import { PROMINENCE_PARTS, type ProminenceParts } from '../places/prominence.js';
import type { PlaceColumns } from '../places/place.js';
import { nameForms, type NameForm } from '../../text/forms.js';
import { formFlags } from '../lookup/key-layer-build.js';
import type { ThawedForms } from '../thaw-geocoding.js';

/** A place in a complete index that is stored elsewhere. */
export interface PartPlace extends PlaceColumns, Omit<AddressColumns, 'areas' | 'streetRow'> {
  /** The place's rank in the complete index; negative for a place that is not in that index. */
  rank: number;
  /** The surrounding areas and the street, given by their ranks. */
  areas: readonly { rank: number; isShown: boolean }[];
  streetRank: number | null;
  forms: ThawedForms;
  /** The place's contexts, given by their numbers in the complete index. */
  contexts: readonly number[];
  /** A value that is the same for all places that people consider to be one place. */
  thing: string;
  reach_m: number;
}

/** The contexts of places, keyed by their number in the complete index. */
export type PartContexts = ReadonlyMap<number, { forms: ThawedForms; isKind: boolean }>;

/** A place's house number. */
export interface PartHouse {
  rank: number;
  number: string;
  street: number;
}

/**
 * Arranges some places of a complete index so that they can be searched. A search of these places returns the
 * same results in the same order as a search of the complete index, provided that they include all places in
 * the results and all places that their addresses name.
 *
 * @param places in the order of compareRanks
 */
export function freezePart(
  places: readonly PartPlace[],
  contexts: PartContexts,
  houses: readonly PartHouse[],
): Sections {
  const contextOf = numbering([...contexts.keys()]);
  const rowOf = numbering(places.map(({ rank }) => rank));
  const firstOf = new Map<string, number>();
  places.forEach(({ thing }, row) => {
    if (!firstOf.has(thing)) firstOf.set(thing, row);
  });
  const columns = places.map((place) => ({
    ...place,
    areas: place.areas.flatMap(({ rank, isShown }) => rowOf(rank).map((row) => ({ row, isShown }))),
    streetRow: place.streetRank === null ? null : (rowOf(place.streetRank).at(0) ?? null),
  }));
  return freezeColumns({
    rows: places,
    columns: () => columns,
    parts: places.map(() => NO_PARTS),
    nameForms: (layer) => formsIn(layer, places),
    contextForms: (layer) => formsIn(layer, [...contexts.values()]),
    contextCount: contexts.size,
    twins: Uint32Array.from(places, ({ thing }) => firstOf.get(thing)!),
    kinds: [...contexts.values()].flatMap(({ isKind }, i) => (isKind ? [i] : [])),
    towns: places.flatMap(({ reach_m }, row) => (reach_m > 0 ? [{ row, reach_m }] : [])),
    rowContexts: places.map((place) => place.contexts.flatMap(contextOf)),
    addresses: houses.flatMap(({ rank, number, street }) =>
      rowOf(rank).flatMap((row) => contextOf(street).map((on) => ({ row, number, street: on }))),
    ),
  });
}

/** These parts are shown only in explanations. */
const NO_PARTS = Object.fromEntries(PROMINENCE_PARTS.map((part) => [part, 0])) as unknown as ProminenceParts;

/**
 * Returns a function that looks up the index of a number in a list. The function returns a list that contains
 * the index, or an empty list if the number does not occur.
 */
function numbering(numbers: readonly number[]): (number: number) => readonly number[] {
  const positions = new Map(numbers.map((number, i) => [number, [i]]));
  return (number) => positions.get(number) ?? [];
}

/** Returns how the letters of a form are spelled in the form's name. */
function spellingIn(name: string, words: readonly string[]): string {
  const isSame = ({ strict }: NameForm): boolean => strict?.join(' ') === words.join(' ');
  return nameForms(name).find((form) => form.isWritten && isSame(form))?.spelling ?? '';
}

function formsIn(layer: LayerKind, owners: readonly { forms: ThawedForms }[]): NamedForm[] {
  return owners.flatMap(({ forms }, row) =>
    forms[layer].map(({ words, isRef, flags, name }) => ({
      ...{ row, words, name, ...formFlags(flags) },
      spelling: layer === 'strict' ? spellingIn(name, words) : '',
      isExactOnly: isRef,
    })),
  );
}
