import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';

/** The parts of the interface description that the checks read. */
export interface OpenapiDocument {
  openapi: string;
  info: { version: string; description: string };
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, object>;
  };
}

export interface Operation {
  operationId: string;
  description?: string;
  security?: object[];
  parameters?: { name: string; schema: Record<string, unknown>; required: boolean }[];
  responses: Record<string, ResponseObject>;
}

export interface ResponseObject {
  $ref?: string;
  description: string;
  headers: Record<string, { $ref: string }>;
  content: Record<string, { schema: { $ref?: string }; examples: Record<string, { value: object }> }>;
}

/** Checks bodies against the description that a server serves. Each schema has its own validator. */
export class OpenapiCheck {
  readonly document: OpenapiDocument;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: OpenapiDocument) {
    this.document = document;
    this.#ajv.addSchema(document, 'openapi');
  }

  /** The response that the description has for a status of a path. A reference is followed. */
  responseOf(path: string, status: number): ResponseObject {
    const operation = this.document.paths[path]?.get;
    const response = operation?.responses[status];
    expect(response, `${status} of ${path} is described`).toBeDefined();
    const name = response.$ref?.replace('#/components/responses/', '');
    return name === undefined ? response : this.document.components.responses[name];
  }

  /**
   * Checks the body of a response. For a path that the description does not have, it must be the error
   * envelope.
   */
  expectValid(path: string, status: number, body: unknown): void {
    const isKnown = this.document.paths[path] !== undefined;
    const schema = isKnown
      ? this.responseOf(path, status).content['application/json'].schema.$ref
      : '#/components/schemas/ErrorResponse';
    if (schema === undefined) expect(body, 'any object').toBeTypeOf('object');
    else this.expectMatches(schema, body);
  }

  expectMatches(reference: string, body: unknown): void {
    let validate = this.#validators.get(reference);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi${reference}` });
      this.#validators.set(reference, validate);
    }
    if (!validate(body))
      expect.fail(`${reference}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`);
  }
}
