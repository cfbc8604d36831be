import type { Position } from '../geo/position.js';
import { MarkedError } from '../errors.js';
import type { Answerer, OfflineAnswer } from './kept/in-worker.js';
import type { OfflineManifest, OfflinePartName } from './kept/manifest.js';

/** A parameter of the interface. Points and lists are written as the interface takes them. */
type ParameterValue =
  | string
  | number
  | boolean
  | Position
  | readonly Position[]
  | readonly string[]
  | readonly number[]
  | undefined;
export type Options = Readonly<Record<string, ParameterValue>>;

/** Anything but a result: what the service would answer with another status than 200. */
export class AnswerError extends MarkedError {
  static override readonly mark = 'AnswerError';

  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>> | null;

  constructor(status: number, { code, message, details }: ErrorBody['error']) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

interface ErrorBody {
  error: { code: string; message: string; details: Record<string, unknown> | null };
}

const decoder = new TextDecoder();

/** Search, reverse lookup, routes and matrices without a network, with the answers of `/v1`. */
export class Offline {
  readonly #answerer: Answerer;

  constructor(answerer: Answerer) {
    this.#answerer = answerer;
  }

  get manifest(): OfflineManifest {
    return this.#answerer.manifest;
  }

  /** Those that are open. */
  get parts(): readonly OfflinePartName[] {
    return this.#answerer.parts;
  }

  /** Places by name: GET /v1/geocode with `q`. @throws AnswerError */
  search(text: string, options: Options = {}): Promise<unknown> {
    return this.#get('/v1/geocode', { ...options, q: text });
  }

  /** What is at a point: GET /v1/geocode with `lat` and `lon`. @throws AnswerError */
  reverse([lon, lat]: Position, options: Options = {}): Promise<unknown> {
    return this.#get('/v1/geocode', { ...options, lat, lon });
  }

  /** All that is known of a place: GET /v1/places. @throws AnswerError, with status 404 for an unknown id */
  place(id: string, options: Options = {}): Promise<unknown> {
    return this.#get('/v1/places', { ...options, id });
  }

  /** GET /v1/route. @throws AnswerError, with status 404 where there is no route */
  route(origin: Position, destination: Position, options: Options = {}): Promise<unknown> {
    return this.#get('/v1/route', { origin, destination, ...options });
  }

  /** GET /v1/matrix. @throws AnswerError */
  matrix(origins: readonly Position[], options: Options = {}): Promise<unknown> {
    return this.#get('/v1/matrix', { origins, ...options });
  }

  /** What is reached within `minutes` or `meters`: GET /v1/isochrone. @throws AnswerError */
  isochrone(point: Position, options: Options): Promise<unknown> {
    return this.#get('/v1/isochrone', { point, ...options });
  }

  /** The roads of a trace: GET /v1/match. @throws AnswerError, with status 404 where it is on no road */
  match(trace: readonly Position[], options: Options = {}): Promise<unknown> {
    return this.#get('/v1/match', { trace, ...options });
  }

  /**
   * What the service would answer, byte for byte; only the id of a request is `offline`.
   * @param target such as `/v1/geocode?q=зоосан`
   */
  answer(target: string): Promise<OfflineAnswer> {
    return this.#answerer.answer(target);
  }

  /** Frees the memory. Ends the worker, if there is one. */
  close(): void {
    this.#answerer.close();
  }

  async #get(path: string, parameters: Options): Promise<unknown> {
    const { status, body } = await this.answer(`${path}?${queryOf(parameters)}`);
    const parsed: unknown = JSON.parse(decoder.decode(body));
    if (status !== 200) throw new AnswerError(status, (parsed as ErrorBody).error);
    return parsed;
  }
}

function queryOf(parameters: Options): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
    .join('&');
}

/** `[1, 2]` is `1,2`, and `[[1, 2], [3, 4]]` is `1,2;3,4`. */
function textOf(value: ParameterValue): string {
  if (!Array.isArray(value)) return String(value);
  return value.some(Array.isArray) ? value.map(String).join(';') : value.join(',');
}
