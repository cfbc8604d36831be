import type { Logger } from 'pino';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import { NoGeocoder } from '../../sources/absent-sources.js';
import type { CurrentDataset } from '../../sources/embedded/current-dataset.js';
import { EmbeddedGeocoder } from '../../sources/embedded/embedded-geocoder.js';
import type { GeocoderChoice, NominatimAddress } from '../../sources/geocoder-choice.js';
import type { Geocoder } from '../../sources/geocoder.js';
import type { Settings } from '../terminal/settings.js';
import type { ServingFigures } from './serving-figures.js';

export interface OpenGeocoder {
  geocoder: Geocoder;
  /** Ends connections to an engine that runs elsewhere. */
  close(): Promise<void>;
}

export interface GeocoderParts {
  /** Null: nothing is answered from a dataset. */
  dataset: CurrentDataset | null;
  logger: Logger;
  figures: ServingFigures | null;
}

/** Opens the geocoder that was chosen. An engine is watched from now on. */
export async function openGeocoder(
  choice: GeocoderChoice,
  settings: Settings,
  parts: GeocoderParts,
): Promise<OpenGeocoder> {
  if (choice === 'none') return own(new NoGeocoder());
  if (choice === 'embedded')
    return own(new EmbeddedGeocoder(parts.dataset!, { radii: reverseRadii(settings) }));
  return openNominatim(choice, settings, parts);
}

function own(geocoder: Geocoder): OpenGeocoder {
  return { geocoder, close: () => Promise.resolve() };
}

/** What talks to engines is loaded only where one is chosen. */
async function openNominatim(
  { url }: NominatimAddress,
  { sourceConnections }: Settings,
  { logger, figures }: GeocoderParts,
): Promise<OpenGeocoder> {
  const { NominatimGeocoder } = await import('../../sources/nominatim/nominatim-geocoder.js');
  const geocoder = new NominatimGeocoder({
    url,
    connections: sourceConnections,
    ...(figures === null ? {} : { count: figures.upstreams.counterOf('nominatim') }),
    onChange: (engine, reason) => {
      if (reason === null) logger.info({ engine }, 'geocoder answers');
      else logger.error({ engine, reason }, 'geocoder does not answer');
    },
  });
  void geocoder.start();
  return { geocoder, close: () => geocoder.close() };
}

function reverseRadii(settings: Settings): ReverseRadii {
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
