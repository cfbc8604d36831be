import { InputError } from '../../../errors.js';
import type { CheckedPlaces, LayerState, PlacesTable } from '../../api/layer-data.js';
import type { Person } from '../guards/access.js';
import { changesOf, type AuditLog } from '../guards/audit-log.js';
import { ConsoleError, notFound, wrongField } from '../guards/console-error.js';

/** The layers in the datasets' folder. Every method throws InputError if it fails. */
export interface Layers {
  list(): LayerState[];
  check(table: PlacesTable): Promise<CheckedPlaces>;
  /** @param source the file's name */
  put(layer: string, table: PlacesTable, source: string): Promise<void>;
  undo(layer: string): Promise<void>;
  remove(layer: string): Promise<void>;
}

/**
 * The operator's own places, as uploaded in the console. A running service picks up uploaded places within
 * seconds.
 */
export class OwnPlaces {
  readonly #layers: Layers;
  readonly #audit: AuditLog;

  constructor(layers: Layers, audit: AuditLog) {
    this.#layers = layers;
    this.#audit = audit;
  }

  list(): LayerState[] {
    return orRefuse(() => this.#layers.list());
  }

  async check(table: PlacesTable): Promise<CheckedPlaces> {
    try {
      return await this.#layers.check(table);
    } catch (error) {
      if (!InputError.is(error)) throw error;
      return { places: 0, left_out: [], outside: [], problem: error.message };
    }
  }

  put(person: Person, layer: string, table: PlacesTable & { source: string }): Promise<LayerState[]> {
    if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(layer))
      throw wrongField(
        'layer',
        'bad_format',
        'A name must consist of at most 40 lowercase letters, digits, - and _.',
      );
    return this.#noted(person, layer, () => this.#layers.put(layer, table, table.source));
  }

  undo(person: Person, layer: string): Promise<LayerState[]> {
    this.#known(layer);
    return this.#noted(person, layer, () => this.#layers.undo(layer));
  }

  async remove(person: Person, layer: string): Promise<void> {
    this.#known(layer);
    await this.#noted(person, layer, () => this.#layers.remove(layer));
  }

  #known(layer: string): void {
    if (!this.list().some(({ name }) => name === layer)) throw notFound('layer');
  }

  async #noted(person: Person, layer: string, change: () => Promise<void>): Promise<LayerState[]> {
    const before = this.list().find(({ name }) => name === layer);
    await orRefuse(change);
    const all = this.list();
    const after = all.find(({ name }) => name === layer);
    await this.#audit.by(person, after === undefined ? 'layer.removed' : 'layer.added', {
      target: { id: layer, name: layer },
      details: changesOf(figuresOf(before), after === undefined ? { places: 0 } : figuresOf(after)),
    });
    return all;
  }
}

function figuresOf(state: LayerState | undefined): object {
  return state === undefined ? {} : { places: state.places, source: state.source };
}

/**
 * Turns failures into refusals, for example when another import is running or the disk is full. The old layer
 * is then unchanged.
 */
function orRefuse<T>(work: () => T): T {
  const refuse = (error: unknown): never => {
    if (!InputError.is(error)) throw error;
    throw new ConsoleError('unavailable', `${error.message}.`, { reason: 'datasets', cause: error });
  };
  try {
    const value = work();
    return value instanceof Promise ? (value.catch(refuse) as T) : value;
  } catch (error) {
    return refuse(error);
  }
}
