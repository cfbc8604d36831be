import { numberAt } from '../../arrays/packed.js';
import type { RoutingData } from '../frozen/routing-data.js';
import { FERRY, ROUNDABOUT } from '../frozen/way-flags.js';
import { roadClass, type RoadClass } from './road-classes.js';

/** What steps ask of the rows of the way table: names, classes and kinds. */
export class StepRoads {
  readonly #data: RoutingData;
  /** Texts are decoded once: a city has some thousands. */
  readonly #texts = new Map<number, string>();
  /** By text of a class of roads. */
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

  /** Whether two rows have the same names in all languages, and the same number. */
  areNamedAlike(row: number, other: number): boolean {
    const { ownName, english, ref } = this.#data.ways;
    return row === other || [ownName, english, ref].every((of) => numberAt(of, row) === numberAt(of, other));
  }

  /** Whether it is one road for who drives it: by its name, or by its number where it has no name. */
  haveOneName(row: number, other: number): boolean {
    const { ownName, ref } = this.#data.ways;
    const [own, others] = [numberAt(ownName, row), numberAt(ownName, other)];
    if (own !== 0 || others !== 0) return own === others;
    return numberAt(ref, row) !== 0 && numberAt(ref, row) === numberAt(ref, other);
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

  /** Roundabouts are for cars. A walker crosses the streets around. */
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
