import type { Logger } from 'pino';
import type { ReverseRadii } from '../../geocoding/reverse/reverse-limits.js';
import { NoGeocoder } from '../../sources/absent-sources.js';
import type { CurrentDataset } from '../../sources/embedded/current-dataset.js';
import { EmbeddedGeocoder } from '../../sources/embedded/embedded-geocoder.js';
import type { GeocoderChoice } from '../../sources/geocoder-choice.js';
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

/** Opens the geocoder that was chosen. What talks to engines is loaded only where one is chosen. */
export function openGeocoder(
  choice: GeocoderChoice,
  settings: Settings,
  { dataset }: GeocoderParts,
): Promise<OpenGeocoder> {
  const geocoder =
    choice === 'none' ? new NoGeocoder() : new EmbeddedGeocoder(dataset!, { radii: reverseRadii(settings) });
  return Promise.resolve({ geocoder, close: () => Promise.resolve() });
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
