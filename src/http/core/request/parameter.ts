import { Type, type TSchema } from '@sinclair/typebox';
import { OperatingError } from '../../../errors.js';
import type { Query } from '../../../wire/query-string.js';

/** A query parameter. A parameter's bounds are used both to check requests and in the API description. */
export interface Parameter {
  readonly name: string;
  readonly schema: TSchema;
  /** If absent, the parameter is optional. */
  readonly required?: true;
  /** Examples for the description, by name. */
  readonly examples: Readonly<Record<string, unknown>>;
  /**
   * Whether the parameter is an alternative to the parameters before it, or refines such an alternative. A
   * try-it page must not fill in this parameter together with its alternatives.
   */
  readonly isAlternative?: boolean;
}

/**
 * Matches a number in the format that every parameter accepts: a plain decimal with an optional sign and
 * exponent.
 */
export const NUMBER = '[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?';
const NUMBER_PATTERN = new RegExp(`^${NUMBER}$`);

/** @throws OperatingError if one of the parameters was repeated */
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
  // A huge exponent is parsed as Infinity, which is out of range rather than not an integer.
  const isWhole = Number.isInteger(value) || Math.abs(value) === Infinity;
  if (!isWhole) throw invalid(field, 'not_an_integer', `${field} must be a whole number.`);
  return withinBounds(field, value, bounds);
}

interface Bounds {
  minimum?: number;
  maximum?: number;
  /** A hint, without its final period, for clients that confused two parameters. */
  hint?: string;
}

function withinBounds(field: string, value: number, { minimum, maximum, hint }: Bounds): number {
  if (value < minimum! || value > maximum!) {
    const remedy = hint === undefined ? '' : ` ${hint}.`;
    throw invalid(field, 'out_of_range', `${field} must be from ${minimum!} to ${maximum!}.${remedy}`);
  }
  return value;
}

/** Returns the schema of a parameter whose value is one of several words. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  description?: string,
  byDefault?: Value,
) {
  const schema = { type: 'string', enum: [...values], ...(description !== undefined && { description }) };
  return Type.Unsafe<Value>(byDefault === undefined ? schema : { ...schema, default: byDefault });
}

/** Returns a schema for a boolean parameter that is off by default. */
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

/** Returns a 400 that names the parameter. `reason` is a short word that never changes. */
export function invalid(
  field: string,
  reason: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): OperatingError {
  return new OperatingError('INVALID_REQUEST', message, { details: { field, reason, ...more } });
}

/** Returns a string's length in Unicode code points. */
export function codePoints(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++;
  return text.length - pairs;
}
