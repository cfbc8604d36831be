import { createRequire } from 'node:module';
import type { Ajv as AjvClass, ValidateFunction } from 'ajv';

/**
 * A console compiles the schemas of all its routes when it starts, and each test starts one. Importing this
 * compiles equal schemas once in this process. Only the CommonJS class is one that Fastify has, too.
 */
const { Ajv } = createRequire(import.meta.url)('ajv') as { Ajv: typeof AjvClass };

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its own `this`
const { compile } = Ajv.prototype;
const compiled = new Map<string, ValidateFunction>();

Ajv.prototype.compile = function (this: AjvClass, schema: object): ValidateFunction {
  const { coerceTypes, useDefaults, removeAdditional, allErrors, strict } = this.opts;
  const options = [coerceTypes, useDefaults, removeAdditional, allErrors, strict, Object.keys(this.formats)];
  const key = JSON.stringify([options, schema]);
  const known = compiled.get(key) ?? (compile.call(this, schema) as ValidateFunction);
  compiled.set(key, known);
  return known;
} as typeof compile;
