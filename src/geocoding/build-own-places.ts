import type { Sections } from '../arrays/sections.js';
import type { Feature } from '../geo/feature.js';
import { LARGE_M2 } from './areas/street-lines.js';
import { Contexts, namesWithKind, taggedAreas, taggedNames } from './build-model.js';
import { freezeDetails } from './detail-sections.js';
import { addressColumns } from './freeze-addresses.js';
import { contextForms, freezeColumns, layerForms, rowForms } from './freeze-model.js';
import type { AroundRow, MapAround } from './map-around.js';
import { draftOf, type Draft } from './places/draft.js';
import { layerOf } from './places/layer.js';
import { compareRanks } from './places/place.js';
import { prominenceOf, prominenceParts } from './places/prominence.js';
import type { AddressEntry, RowLinks } from './places/search-model.js';
import { buildReverse } from './reverse/reverse-build.js';

/** Creates a place from a layer's feature, or returns the reason why the feature is not a place. */
export function ownPlaceOf(feature: Feature): Draft | string {
  if (feature.geometry.kind === 'line') return 'it is a line, but roads and rivers belong in the map';
  const draft = draftOf(feature);
  if (typeof draft === 'string') return draft;
  if (draft.matchKind === 'area') return 'it is an administrative area, which belongs in the map';
  if (draft.matchKind === 'settlement') return 'it is a settlement, which belongs in the map';
  return draft.matchKind === 'street' ? 'it is a street, which belongs in the map' : draft;
}

/**
 * Builds an index of own places that supplements a map, for GeocodingIndex.ofOwnPlaces(). Each place gets the
 * same names, kinds, areas, addresses and prominence as if the map contained it. The row numbers of chains
 * and streets refer to the map's rows. Features that are not places are omitted.
 */
export function buildOwnPlaces(features: readonly Feature[], map: MapAround): Sections {
  const drafts = features.map(ownPlaceOf).filter((draft) => typeof draft !== 'string');
  const placed = new Map(drafts.map((draft) => [draft, new OwnPlace(draft, map)]));
  for (const [draft, { parts }] of placed) draft.prominence = prominenceOf(parts);
  const rows = drafts.sort(compareRanks);
  const places = rows.map((row) => placed.get(row)!);
  const contexts = new OwnContexts();
  const rowContexts = places.map((place) => contexts.of(place));
  const tagged = rows.map(taggedNames);
  const names = rowForms({
    names: tagged,
    generated: rows.map((row, i) => namesWithKind(tagged[i], row)),
    refs: rows.map((row) => row.refs),
    tagged: rows.map((row) => row.names),
  });
  const around = contextForms({ contexts: contexts.names });
  return {
    ...freezeColumns({
      rows,
      columns: () =>
        addressColumns({
          rows,
          links: places.map((place) => place.links),
          tagged: rows.map((row) => row.names),
        }),
      parts: places.map(({ parts }) => parts),
      nameForms: (layer) => layerForms(names, layer),
      contextForms: (layer) => layerForms(around, layer),
      contextCount: contexts.names.length,
      // A user who adds thirty branches wants to find all thirty.
      twins: Uint32Array.from(rows, (_, row) => row),
      kinds: contexts.categories(),
      towns: [],
      rowContexts,
      addresses: places.flatMap((place, row) => addressesOf(place, row, contexts)),
    }),
    ...buildReverse(rows),
    ...freezeDetails(rows),
  };
}

/** A place in a layer, together with its surroundings on the map. */
class OwnPlace {
  readonly draft: Draft;
  readonly areas: readonly AroundRow[];
  readonly towns: readonly AroundRow[];
  /**
   * The street that the place's house number belongs to, or null if the place has no number or the street is
   * not on the map.
   */
  readonly houseStreet: AroundRow | null;
  readonly links: RowLinks;
  readonly parts: ReturnType<typeof prominenceParts>;

  constructor(draft: Draft, map: MapAround) {
    const { lon7, lat7, house } = draft;
    this.draft = draft;
    this.areas = map.areas(lon7, lat7);
    this.towns = map.towns(lon7, lat7);
    this.houseStreet = house === null ? null : map.streetCalled(house.street, lon7, lat7);
    const isBeside =
      house === null && draft.matchKind === 'place' && draft.size < LARGE_M2 && layerOf(draft) !== 'natural';
    const street = isBeside ? map.streetBeside(lon7, lat7) : this.houseStreet;
    const areas = map.chain(lon7, lat7).map((entry) => ({ row: entry >>> 1, isShown: entry % 2 === 1 }));
    this.links = {
      areas,
      taggedAreas: areas.some(({ isShown }) => isShown) ? null : taggedAreas(draft),
      street: house?.street ?? (street === null ? null : map.nameOf(street)),
      streetRow: street?.row ?? null,
      number: house?.numbers.join(', ') ?? null,
    };
    this.parts = prominenceParts(
      draft,
      this.areas.some((area) => map.isCapital(area)),
    );
  }
}

/** The contexts of own places. */
class OwnContexts extends Contexts {
  /** Maps rows of the map to context numbers. */
  readonly #ofRow = new Map<number, number>();
  /** Maps the names and rows of streets with houses to context numbers. */
  readonly #ofStreet = new Map<string, number>();

  of(place: OwnPlace): number[] {
    const list = [...place.areas, ...place.towns].map(({ row, names }) => this.#of(row, names));
    const kind = this.ofKind(place.draft.type);
    if (kind !== null) list.push(kind);
    const street = this.ofHouse(place);
    if (street !== null) list.push(street);
    return list;
  }

  /** Returns the street that the house number belongs to, or null for a place without a house number. */
  ofHouse({ draft: { house }, houseStreet }: OwnPlace): number | null {
    if (house === null) return null;
    const key = `${houseStreet?.row ?? ''} ${house.street}`;
    let known = this.#ofStreet.get(key);
    if (known === undefined) {
      known = this.add([...new Set([...(houseStreet?.names ?? []), house.street])]);
      this.#ofStreet.set(key, known);
    }
    return known;
  }

  #of(row: number, names: readonly string[]): number {
    let known = this.#ofRow.get(row);
    if (known === undefined) this.#ofRow.set(row, (known = this.add(names)));
    return known;
  }
}

function addressesOf(place: OwnPlace, row: number, contexts: OwnContexts): AddressEntry[] {
  const street = contexts.ofHouse(place);
  if (street === null) return [];
  return place.draft.house!.keys.map((number) => ({ row, number, street }));
}
