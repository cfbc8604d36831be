import { Type, type TSchema } from '@sinclair/typebox';
import { OperatingError } from '../../../errors.js';
import type { Query } from '../../../wire/query-string.js';

/** A query parameter. Its bounds check the requests and appear in the description. */
export interface Parameter {
  readonly name: string;
  readonly schema: TSchema;
  /** Absent: the parameter is optional. */
  readonly required?: true;
  /** By name, for the description. */
  readonly examples: Readonly<Record<string, unknown>>;
  /**
   * It belongs to another way of asking than the parameters before it, or narrows it. A try-it page must not
   * fill it in alongside them.
   */
  readonly isAlternative?: boolean;
}

/**
 * Matches a number as every parameter takes it: a plain decimal with optional sign and exponent, and nothing
 * else.
 */
export const NUMBER = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?';
const NUMBER_PATTERN = new RegExp(`^${NUMBER}$`);

/** @throws OperatingError if one of the parameters was sent several times */
export function refuseRepeated(query: Query, parameters: readonly Parameter[]): void {
  if (query.repeated === null) return;
  for (const { name } of parameters) {
    if (query.repeated.has(name))
      throw invalid(name, 'repeated', `${name} was sent more than once. Send it once.`);
  }
}

/** @throws OperatingError `not_a_number` or `out_of_range` */
export function readNumber(field: string, text: string, bounds: Bounds): number {
  if (!NUMBER_PATTERN.test(text)) throw invalid(field, 'not_a_number', `${field} must be a decimal number.`);
  return withinBounds(field, Number(text), bounds);
}

/** @throws OperatingError `not_an_integer` or `out_of_range` */
export function readInteger(field: string, text: string, bounds: Bounds): number {
  const value = NUMBER_PATTERN.test(text) ? Number(text) : NaN;
  // A huge exponent reads as Infinity, which is out of range rather than not an integer.
  const isWhole = Number.isInteger(value) || Math.abs(value) === Infinity;
  if (!isWhole) throw invalid(field, 'not_an_integer', `${field} must be a whole number.`);
  return withinBounds(field, value, bounds);
}

interface Bounds {
  minimum?: number;
  maximum?: number;
  /** A sentence without its full stop, for people who mixed something up. */
  hint?: string;
}

function withinBounds(field: string, value: number, { minimum, maximum, hint }: Bounds): number {
  if (value < minimum! || value > maximum!) {
    const remedy = hint === undefined ? '' : ` ${hint}.`;
    throw invalid(field, 'out_of_range', `${field} must be from ${minimum!} to ${maximum!}.${remedy}`);
  }
  return value;
}

/** A schema for one of several words. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  description?: string,
  byDefault?: Value,
) {
  const schema = { type: 'string', enum: [...values], ...(description !== undefined && { description }) };
  return Type.Unsafe<Value>(byDefault === undefined ? schema : { ...schema, default: byDefault });
}

/** A schema for a switch that is off by default. */
export function onOff(description: string) {
  return Type.Boolean({ description, default: false });
}

const SWITCHES = ['true', 'false'] as const;

/** @throws OperatingError `unknown_value` */
export function readOnOff({ values }: Query, name: string): boolean {
  return readOneOf(name, values.get(name), SWITCHES, 'false') === 'true';
}

/**
 * @param sent undefined if the parameter was not sent
 *
 * @throws OperatingError `unknown_value`
 */
export function readOneOf<Value extends string, Default extends Value | undefined>(
  field: string,
  sent: string | undefined,
  values: readonly Value[],
  byDefault: Default,
): Value | Default {
  if (sent === undefined) return byDefault;
  const value = values.find((known) => known === sent);
  if (value === undefined)
    throw invalid(field, 'unknown_value', `${field} must be one of ${values.join(', ')}.`);
  return value;
}

/** A 400 that names the parameter. `reason` is a short word that stays the same. */
export function invalid(
  field: string,
  reason: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason, ...more } });
}

/** Length of a text in Unicode code points. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++;
  return text.length - pairs;
}
