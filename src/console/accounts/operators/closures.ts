import type { Position } from '../../../geo/position.js';
import { FACTOR, holdsAt, type Area, type Closure, type NewClosure } from '../../../closures/closure.js';
import type { ClosureStore } from '../../../closures/closure-store.js';
import type { ClosureChange, ClosureState, ClosureTerms, NewClosures, Road } from '../../api/closure-data.js';
import type { Person } from '../guards/access.js';
import { changesOf, type AuditLog } from '../guards/audit-log.js';
import { closureNote, closureValues } from './closure-notes.js';
import { notFound, wrongField } from '../guards/console-error.js';

/** The roads of the served map. */
export interface Roads {
  /** Returns the nearest road, or `null` if there is none within this distance in meters. */
  at(point: Position, within_m: number): Promise<Road | null>;
  /**
   * Returns the roads of the given ways, without the ways that are not on the map; `null` if there is no map.
   */
  ofWays(ids: readonly number[]): Promise<Map<number, Road> | null>;
  /**
   * Returns the roads with the given name or number within 3 km of the place that a search for `near` finds;
   * `null` if there is no map.
   */
  named(road: string, near: string): Promise<Road[] | 'no_place' | null>;
}

interface Parts {
  store: ClosureStore;
  audit: AuditLog;
  roads: Roads;
}

const REASON_MAX = 500;

/**
 * Closures as operators draw them. Services that use the database pick up changed closures within two
 * seconds.
 */
export class Closures {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns the closures, newest first. */
  async list(): Promise<ClosureState[]> {
    return this.#describe((await this.#parts.store.list()).reverse());
  }

  async add(person: Person, wanted: NewClosures): Promise<ClosureState[]> {
    const { store, audit } = this.#parts;
    const terms = checkedTerms(wanted);
    const added = await store.add(
      (await this.#placesOf(wanted)).map((place) => ({ ...place, ...terms })),
      Date.now(),
    );
    for (const closure of added)
      await audit.by(person, 'closure.added', closureNote('closure.added', closure));
    return this.#describe(added);
  }

  async change(person: Person, id: number, wanted: ClosureChange): Promise<ClosureState> {
    const { store, audit } = this.#parts;
    const known = (await store.list()).find((closure) => closure.id === id);
    if (known === undefined) throw notFound('closure');
    const changed = await store.change(id, checkedTerms({ ...termsOf(known), ...wanted }));
    if (changed === null) throw notFound('closure');
    const { before, after } = changed;
    await audit.by(person, 'closure.changed', {
      target: { id: String(id), name: after.reason },
      details: changesOf(
        { ...closureValues(before), reason: before.reason },
        { ...closureValues(after), reason: after.reason },
      ),
    });
    return (await this.#describe([after]))[0];
  }

  async remove(person: Person, id: number): Promise<void> {
    const { store, audit } = this.#parts;
    const known = (await store.list()).find((closure) => closure.id === id);
    if (known === undefined || (await store.remove([id])) === 0) throw notFound('closure');
    await audit.by(person, 'closure.removed', closureNote('closure.removed', known));
  }

  /**
   * @throws ConsoleError if neither ways nor an area is given, if both are given, or if the map does not
   * contain a given way
   */
  async #placesOf({ ways = [], area = [] }: NewClosures): Promise<Pick<NewClosure, 'wayId' | 'area'>[]> {
    if ((ways.length === 0) === (area.length === 0))
      throw wrongField('ways', 'missing', 'Specify what to close: either ways or an area.');
    if (area.length > 0) return [{ wayId: null, area: areaOf(area) }];
    const ids = [...new Set(ways)];
    const known = await this.#parts.roads.ofWays(ids);
    const unknown = ids.find((id) => known !== null && !known.has(id));
    if (unknown !== undefined) throw wrongField('ways', 'unknown', `The map has no way ${unknown}.`);
    return ids.map((wayId) => ({ wayId, area: null }));
  }

  async #describe(closures: readonly Closure[]): Promise<ClosureState[]> {
    const ids = closures.flatMap(({ wayId }) => wayId ?? []);
    const roads = await this.#parts.roads.ofWays(ids);
    const now_ms = Date.now();
    return closures.map((closure) => {
      const { id, wayId, area, created_ms } = closure;
      const road = wayId === null ? undefined : roads?.get(wayId);
      const isLost = wayId !== null && roads !== null && road === undefined;
      return {
        ...{ id, way: wayId, name: road?.name ?? null, lines: road?.lines ?? null },
        area: area as ClosureState['area'],
        ...termsOf(closure),
        created_at: new Date(created_ms).toISOString(),
        state: stateOf(closure, isLost, now_ms),
      };
    });
  }
}

function stateOf(closure: Closure, isLost: boolean, now_ms: number): ClosureState['state'] {
  if (closure.until_ms !== null && closure.until_ms <= now_ms) return 'over';
  if (isLost) return 'no_road';
  return holdsAt(closure, now_ms) ? 'in_force' : 'planned';
}

function termsOf({ mode, factor, reason, from_ms, until_ms }: Closure): ClosureTerms {
  const iso = (time_ms: number | null): string | null =>
    time_ms === null ? null : new Date(time_ms).toISOString();
  return {
    ...{ mode, speed_factor: factor === 0 ? null : factor, reason },
    ...{ from: iso(from_ms), until: iso(until_ms) },
  };
}

/** @throws ConsoleError that names the field */
function checkedTerms(terms: ClosureTerms): Omit<NewClosure, 'wayId' | 'area'> {
  const { mode, speed_factor, reason, from, until } = terms;
  const [from_ms, until_ms] = [momentOf('from', from), momentOf('until', until)];
  if (from_ms !== null && until_ms !== null && until_ms <= from_ms)
    throw wrongField('until', 'out_of_range', 'It ends before it begins.');
  if (speed_factor !== null && !(speed_factor >= FACTOR.min && speed_factor <= FACTOR.max))
    throw wrongField('speed_factor', 'out_of_range', `A factor must be from ${FACTOR.min} to ${FACTOR.max}.`);
  const text = reason.normalize('NFC').trim();
  if (text.length > REASON_MAX)
    throw wrongField('reason', 'too_long', `A reason has at most ${REASON_MAX} characters.`);
  return { mode, factor: speed_factor ?? 0, reason: text, from_ms, until_ms };
}

function momentOf(field: string, text: string | null): number | null {
  if (text === null) return null;
  const time_ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time_ms)) throw wrongField(field, 'bad_format', 'A time must be in ISO 8601 format.');
  return time_ms;
}

/** @throws ConsoleError if the corners enclose no area */
export function areaOf(corners: readonly Position[]): Area {
  const isOnEarth = corners.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90);
  if (corners.length < 3 || !isOnEarth)
    throw wrongField('area', 'bad_format', 'An area needs three or more corners, in degrees.');
  return [[[...corners, corners[0]]]];
}
