import { BadAnswer } from '../upstream/upstream-error.js';
import type { Row } from './postgis-client.js';

/**
 * Reads values from rows. A view of a company's own table may contain any value, so every value is checked.
 * @throws BadAnswer that names the column and its value
 */
export class RowReader {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  text(column: string): string {
    const value = this.#row[column];
    return typeof value === 'string' && value.trim() !== '' ? value : this.#refuse(column, 'a text');
  }

  textOrNull(column: string): string | null {
    const value = this.#row[column] ?? null;
    return value === null || typeof value === 'string' ? value : this.#refuse(column, 'a text');
  }

  texts(column: string): readonly string[] {
    const value = this.#row[column];
    return Array.isArray(value) && value.every((text) => typeof text === 'string')
      ? value
      : this.#refuse(column, 'a list of texts');
  }

  numbers(column: string): readonly number[] {
    const value = this.#row[column];
    return Array.isArray(value) && value.every((number) => Number.isInteger(number))
      ? (value as number[])
      : this.#refuse(column, 'a list of whole numbers');
  }

  /** Both bounds are included. */
  number(column: string, least: number, most: number): number {
    const value = this.#row[column];
    return typeof value === 'number' && value >= least && value <= most
      ? value
      : this.#refuse(column, `a number from ${least} to ${most}`);
  }

  numberOrNull(column: string, least: number, most: number): number | null {
    return (this.#row[column] ?? null) === null ? null : this.number(column, least, most);
  }

  value(column: string): unknown {
    return this.#row[column] ?? null;
  }

  flag(column: string): boolean {
    const value = this.#row[column];
    return typeof value === 'boolean' ? value : this.#refuse(column, 'true or false');
  }

  #refuse(column: string, wanted: string): never {
    const shown = JSON.stringify(this.#row[column]) as string | undefined;
    const { id } = this.#row;
    const whose = typeof id === 'string' ? ` of ${id.slice(0, 80)}` : '';
    throw new BadAnswer(`column ${column}${whose} is ${shown?.slice(0, 80) ?? 'absent'}, not ${wanted}`);
  }
}
