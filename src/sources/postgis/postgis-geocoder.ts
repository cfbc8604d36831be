import { roundDegrees } from '../../geo/coordinates.js';
import type { FoundRow } from '../../geocoding/place-hit.js';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import type {
  FoundPlace,
  Geocoder,
  NearestPlace,
  ReverseRequest,
  SearchRequest,
  SourceState,
} from '../geocoder.js';
import type { DataLicense } from '../data-license.js';
import { datasetLicenses } from '../embedded/dataset/dataset-licenses.js';
import { ofOneSearch, seamPlace } from '../embedded/geocoder/seam-place.js';
import { refuseOfGeocoder } from '../not-supported.js';
import type { CallCounter } from '../upstream/upstream-calls.js';
import { aboutQuestion, checkedVersion } from './postgis-about.js';
import type { PostgisAddress } from '../postgis-address.js';
import { KeptWords } from './kept-words.js';
import { PostgisClient, type Row } from './postgis-client.js';
import { RowReader } from './postgis-rows.js';
import { reversePlace } from './reverse-places.js';
import { searchPlaces } from './search-places.js';

export interface PostgisGeocoderOptions {
  radii: Readonly<ReverseRadii>;
  /** The maximum number of connections. */
  connections: number;
  requestTimeout_ms: number;
  count?: CallCounter;
  /** @param reason null if the database answers, otherwise the reason why it does not */
  onChange?: (where: string, reason: string | null) => void;
}

/** Implements the geocoding seam using a database that has our schema. */
export class PostgisGeocoder implements Geocoder {
  readonly #client: PostgisClient;
  readonly #address: PostgisAddress;
  readonly #radii: Readonly<ReverseRadii>;
  readonly #kept: KeptWords;
  /** The dataset's description of itself, as JSON; empty before the first answer. */
  #metaText = '';

  /** Does not open a connection; `start` does. */
  constructor(address: PostgisAddress, options: PostgisGeocoderOptions) {
    const { radii, connections, requestTimeout_ms, count, onChange } = options;
    this.#address = address;
    this.#radii = radii;
    this.#kept = new KeptWords(address.schema);
    const client: PostgisClient = new PostgisClient({
      url: address.url,
      connections,
      statementTimeout_ms: requestTimeout_ms,
      probe: aboutQuestion(address.schema),
      readProbe: (rows) => this.#readAbout(rows),
      ...(count === undefined ? {} : { count }),
      onChange: (reason) => onChange?.(client.where, reason),
    });
    this.#client = client;
  }

  /** Starts watching the database. Resolves when it is known whether the database answers. */
  start(): Promise<void> {
    return this.#client.start();
  }

  /** Ends all connections. */
  close(): Promise<void> {
    return this.#client.close();
  }

  async search(request: SearchRequest, signal?: AbortSignal): Promise<readonly FoundPlace[]> {
    refuseOfGeocoder('postgis', request);
    const { schema, own } = this.#address;
    const found = await this.#client.call({ kind: 'search', signal }, (ask) =>
      searchPlaces(ask, request, { schema, own, kept: this.#kept }),
    );
    if (found === null) return [];
    const { index } = found.search;
    return found.rows.map((hit) => {
      const place = seamPlace(index.place(hit.row, request.lang, found.search.chainOf(hit)));
      return { ...place, ...pointOf(hit), match: hit.match, ...ofOneSearch(hit, place) };
    });
  }

  async reverse(request: ReverseRequest, signal?: AbortSignal): Promise<NearestPlace | null> {
    refuseOfGeocoder('postgis', request);
    const { longitude, latitude, lang } = request;
    const point = [longitude, latitude] as const;
    const found = await this.#client.call({ kind: 'reverse', signal }, (ask) =>
      reversePlace(ask, point, this.#radii, this.#address),
    );
    if (found === null) return null;
    const { row, kind, distance_m } = found.match;
    const chain = found.index.chainAt(row, longitude, latitude);
    return { ...seamPlace(found.index.place(row, lang, chain)), type: kind, distance_m };
  }

  state(): SourceState {
    return this.#client.state();
  }

  licenses(): DataLicense[] {
    return datasetLicenses(this.#metaText);
  }

  #readAbout(rows: readonly Row[]): void {
    checkedVersion(rows);
    this.#metaText = new RowReader(rows[0]).text('dataset');
  }
}

/** For a street in the area that the query names, returns the street's point in that area. */
function pointOf({ at }: FoundRow): Partial<Pick<FoundPlace, 'longitude' | 'latitude'>> {
  return at === null ? {} : { longitude: roundDegrees(at[0]), latitude: roundDegrees(at[1]) };
}
