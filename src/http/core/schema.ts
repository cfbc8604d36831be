import { Type, type TSchema } from '@sinclair/typebox';

/** Pieces of JSON Schema for what is answered. Names are those of `components.schemas` in the description. */

export function ref(name: string): TSchema {
  return Type.Unsafe({ $ref: `#/components/schemas/${name}` });
}

export function orNull(type: 'string' | 'number' | 'integer' | 'object', options: object): TSchema {
  return Type.Unsafe({ type: [type, 'null'], ...options });
}
