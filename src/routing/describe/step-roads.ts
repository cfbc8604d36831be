import { numberAt } from '../../arrays/packed.js';
import { streetKey } from '../../text/street-key.js';
import { BETWEEN_REFS, type RoutingData } from '../frozen/routing-data.js';
import { FERRY, ROUNDABOUT } from '../frozen/way-flags.js';
import { roadClass, type RoadClass } from './road-classes.js';

/** Provides the way-table properties that steps need: names, classes and kinds. */
export class StepRoads {
  readonly #data: RoutingData;
  /** Caches decoded strings; a city has only a few thousand of them. */
  readonly #texts = new Map<number, string>();
  /** Maps the string number of a name to a key shared by all spellings of the street. */
  readonly #streets = new Map<number, string>();
  /** Maps the string number of a road class to the class. */
  readonly #classes = new Map<number, RoadClass>();

  constructor(data: RoutingData) {
    this.#data = data;
  }

  name(row: number, namesIn: 'mn' | 'en'): string | null {
    const { ownName, english } = this.#data.ways;
    const own = numberAt(ownName, row);
    if (own === 0) return null;
    const translated = namesIn === 'en' ? numberAt(english, row) : 0;
    return this.#text(translated === 0 ? own : translated);
  }

  ref(row: number): string | null {
    return this.#textOrNull(numberAt(this.#data.ways.ref, row));
  }

  destinations(row: number): string | null {
    return this.#textOrNull(numberAt(this.#data.ways.destinations, row));
  }

  exits(row: number): string | null {
    return this.#textOrNull(numberAt(this.#data.ways.junctionRef, row));
  }

  /** Whether two rows have the same names in all languages and the same road number. */
  areNamedAlike(row: number, other: number): boolean {
    const { ownName, english, ref } = this.#data.ways;
    return row === other || [ownName, english, ref].every((of) => numberAt(of, row) === numberAt(of, other));
  }

  /**
   * Whether two rows look like a single road to drivers: the names match or, if a name is missing, the road
   * numbers match.
   */
  haveOneName(row: number, other: number): boolean {
    const [own, others] = [this.#street(row), this.#street(other)];
    return own !== null && others !== null ? own === others : this.#shareNumber(row, other);
  }

  /** Whether two rows look like a single road to drivers, or neither row has a name or a number. */
  couldBeOne(row: number, other: number): boolean {
    return this.haveOneName(row, other) || (this.#isNameless(row) && this.#isNameless(other));
  }

  /** Whether a road's name or number differs from that of the previous road. */
  isRenamed(before: number, row: number): boolean {
    const [own, last] = [this.#street(row), this.#street(before)];
    if (own !== null) return own !== last;
    return this.ref(row) !== null && last === null && !this.#shareNumber(before, row);
  }

  #isNameless(row: number): boolean {
    return this.#street(row) === null && this.ref(row) === null;
  }

  /** Whether two rows share a road number. A road has several numbers where numbered roads run together. */
  #shareNumber(row: number, other: number): boolean {
    const [own, others] = [this.ref(row), this.ref(other)];
    if (own === null || others === null) return false;
    if (own === others) return true;
    const numbers = own.split(BETWEEN_REFS);
    return others.split(BETWEEN_REFS).some((ref) => numbers.includes(ref));
  }

  #street(row: number): string | null {
    const id = numberAt(this.#data.ways.ownName, row);
    if (id === 0) return null;
    let key = this.#streets.get(id);
    if (key === undefined) this.#streets.set(id, (key = streetKey(this.#text(id))));
    return key;
  }

  classOf(row: number): RoadClass {
    const highway = numberAt(this.#data.ways.highway, row);
    let found = this.#classes.get(highway);
    if (found === undefined) this.#classes.set(highway, (found = roadClass(this.#text(highway))));
    return found;
  }

  isFerry(row: number): boolean {
    return (this.#data.ways.flags[row] & FERRY) !== 0;
  }

  /**
   * Whether a row is a roundabout. Only cars follow roundabouts: pedestrians cross the streets around them.
   */
  isRing(row: number): boolean {
    return this.#data.graph.hasTurns && (this.#data.ways.flags[row] & ROUNDABOUT) !== 0;
  }

  #textOrNull(id: number): string | null {
    return id === 0 ? null : this.#text(id);
  }

  #text(id: number): string {
    let text = this.#texts.get(id);
    if (text === undefined) this.#texts.set(id, (text = this.#data.ways.strings.get(id)));
    return text;
  }
}
