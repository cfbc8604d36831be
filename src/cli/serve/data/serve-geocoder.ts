import type { Logger } from 'pino';
import type { ReverseRadii } from '../../../geocoding/reverse/reverse-limits.js';
import { NoGeocoder } from '../../../sources/absent-sources.js';
import type { CurrentDataset } from '../../../sources/embedded/dataset/current-dataset.js';
import type { DataLicense } from '../../../sources/data-license.js';
import { GeocoderInTurns } from '../../../sources/embedded/geocoder-in-turns.js';
import { EmbeddedGeocoder } from '../../../sources/embedded/embedded-geocoder.js';
import type { GeocoderChoice, NominatimAddress } from '../../../sources/geocoder-choice.js';
import type { Geocoder } from '../../../sources/geocoder.js';
import type { PostgisAddress } from '../../../sources/postgis-address.js';
import type { Only } from '../../settings/settings.js';
import type { ServingFigures } from '../log/serving-figures.js';

export interface OpenGeocoder {
  geocoder: Geocoder;
  /** Returns the licenses that an engine reports. */
  licenses(): readonly DataLicense[];
  /** Closes the connections to an external engine. */
  close(): Promise<void>;
}

type RadiusSettings = Only<
  | 'reverseAddress_m'
  | 'reversePlace_m'
  | 'reverseStreet_m'
  | 'reverseStreetAtGround_m'
  | 'reverseAny_m'
  | 'reverseSettlement_m'
  | 'reverseDoorstep_m'
>;
export type GeocoderSettings = RadiusSettings & Only<'sourceConnections' | 'requestTimeout_ms'>;

export interface GeocoderParts {
  /** `null` if no answers come from a dataset. */
  dataset: CurrentDataset | null;
  figures: ServingFigures | null;
  /** Called with `null` if an engine answers, and with the reason if it does not. */
  note: (engine: string, reason: string | null) => void;
}

/** Opens the configured geocoder. If the geocoder is an external engine, it is monitored from then on. */
export async function openGeocoder(
  choice: GeocoderChoice,
  settings: GeocoderSettings,
  parts: GeocoderParts,
): Promise<OpenGeocoder> {
  if (choice === 'none') return own(new NoGeocoder());
  if (choice === 'embedded')
    return own(new GeocoderInTurns(new EmbeddedGeocoder(parts.dataset!, { radii: reverseRadii(settings) })));
  return choice.engine === 'postgis'
    ? openPostgis(choice, settings, parts)
    : openNominatim(choice, settings, parts);
}

function own(geocoder: Geocoder): OpenGeocoder {
  return { geocoder, licenses: () => [], close: () => Promise.resolve() };
}

/** The code for engines is loaded only if one is configured. */
async function openNominatim(
  { url }: NominatimAddress,
  { sourceConnections, requestTimeout_ms }: GeocoderSettings,
  { figures, note }: GeocoderParts,
): Promise<OpenGeocoder> {
  const { NominatimGeocoder } = await import('../../../sources/nominatim/nominatim-geocoder.js');
  const geocoder = new NominatimGeocoder({
    url,
    connections: sourceConnections,
    probeTimeout_ms: requestTimeout_ms,
    ...(figures === null ? {} : { count: figures.upstreams.counterOf('nominatim') }),
    onChange: note,
  });
  void geocoder.start();
  return { geocoder, licenses: () => [], close: () => geocoder.close() };
}

async function openPostgis(
  address: PostgisAddress,
  settings: GeocoderSettings,
  { figures, note }: GeocoderParts,
): Promise<OpenGeocoder> {
  const { PostgisGeocoder } = await import('../../../sources/postgis/postgis-geocoder.js');
  const geocoder = new PostgisGeocoder(address, {
    radii: reverseRadii(settings),
    connections: settings.sourceConnections,
    requestTimeout_ms: settings.requestTimeout_ms,
    ...(figures === null ? {} : { count: figures.upstreams.counterOf('postgis') }),
    onChange: note,
  });
  void geocoder.start();
  return { geocoder, licenses: () => geocoder.licenses(), close: () => geocoder.close() };
}

/** Logs and counts an engine's state changes. */
export function noteIn(
  logger: Logger,
  figures: ServingFigures | null,
): (engine: string, reason: string | null) => void {
  return (engine, reason) => {
    figures?.upstreams.note(engine, reason === null);
    if (reason === null) logger.info({ engine }, 'geocoder answers');
    else logger.error({ engine, reason }, 'geocoder does not answer');
  };
}

function reverseRadii(settings: RadiusSettings): ReverseRadii {
  return {
    address_m: settings.reverseAddress_m,
    place_m: settings.reversePlace_m,
    street_m: settings.reverseStreet_m,
    street_at_ground_m: settings.reverseStreetAtGround_m,
    any_m: settings.reverseAny_m,
    settlement_m: settings.reverseSettlement_m,
    doorstep_m: settings.reverseDoorstep_m,
  };
}
