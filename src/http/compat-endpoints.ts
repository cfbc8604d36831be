import type { Endpoint } from './core/endpoint.js';
import { COMPAT_NAMES } from './core/settings.js';
import { nominatimEndpoints } from './compat/nominatim/nominatim-endpoints.js';
import { osrmEndpoints } from './compat/osrm/osrm-endpoints.js';
import { photonEndpoints } from './compat/photon/photon-endpoints.js';

const ENDPOINTS: Readonly<Record<(typeof COMPAT_NAMES)[number], () => Endpoint[]>> = {
  photon: photonEndpoints,
  nominatim: nominatimEndpoints,
  osrm: osrmEndpoints,
};

/** @param names of other projects, with commas between them, or `none` */
export function compatEndpoints(names: string): Endpoint[] {
  const asked = names.split(',');
  return COMPAT_NAMES.filter((name) => asked.includes(name)).flatMap((name) => ENDPOINTS[name]());
}
