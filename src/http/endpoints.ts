import type { Endpoint } from './core/endpoint.js';
import { COMPAT_NAMES, type HttpSettings } from './core/settings.js';
import { copyrightEndpoint } from './description/copyright-page.js';
import { docsEndpoints } from './description/docs-pages.js';
import { openapiEndpoint } from './description/openapi-endpoint.js';
import { healthEndpoint, readinessEndpoint } from './health/health-endpoints.js';
import type { MapPage } from '../sources/map-page.js';
import type { MapTiles } from '../sources/map-tiles.js';
import type { MapReports } from '../reports/map-reports.js';
import type { OfflineAreas } from '../sources/offline-areas.js';
import { mapEndpoints } from './map/map-endpoints.js';
import { offlineEndpoints } from './map/offline-endpoints.js';
import { reportEndpoint } from './map/report-endpoint.js';
import { pageEndpoints, searchBoxEndpoint, spriteEndpoint } from './map/page-endpoints.js';
import { styleEndpoint } from './map/style-endpoint.js';
import { zonesEndpoint } from './zones/zones-endpoint.js';
import { RESULT_ENDPOINTS } from './result-endpoints.js';
import { nominatimEndpoints } from './compat/nominatim/nominatim-endpoints.js';
import { osrmEndpoints } from './compat/osrm/osrm-endpoints.js';
import { photonEndpoints } from './compat/photon/photon-endpoints.js';

const ENDPOINTS: Readonly<Record<(typeof COMPAT_NAMES)[number], () => Endpoint[]>> = {
  photon: photonEndpoints,
  nominatim: nominatimEndpoints,
  osrm: osrmEndpoints,
};

/** @param names the other projects' names, separated by commas, or `none` */
function compatEndpoints(names: string): Endpoint[] {
  const asked = names.split(',');
  return COMPAT_NAMES.filter((name) => asked.includes(name)).flatMap((name) => ENDPOINTS[name]());
}

/** The sources of the browser pages under `/` and `/map`; `null` if they are not served. */
export interface MapSources {
  tiles: MapTiles | null;
  page: MapPage | null;
  offline: OfflineAreas | null;
  reports: Pick<MapReports, 'add'> | null;
}

/**
 * Returns the list of all endpoints, in the order of the API description. The dispatch, the OpenAPI document,
 * the scopes of keys and the reference pages are all derived from this list.
 */
export function allEndpoints(
  settings: HttpSettings,
  { tiles, page, offline, reports }: MapSources = { tiles: null, page: null, offline: null, reports: null },
): readonly Endpoint[] {
  const report = page === null || reports === null ? null : reportEndpoint(reports);
  const endpoints = [
    ...RESULT_ENDPOINTS,
    zonesEndpoint,
    healthEndpoint,
    readinessEndpoint,
    copyrightEndpoint,
    ...docsEndpoints('gazarch: location service', { hasMapPage: page !== null, settings }),
  ];
  return [
    ...endpoints,
    openapiEndpoint(report === null ? endpoints : [...endpoints, report], settings),
    ...compatEndpoints(settings.compat),
    ...(tiles === null ? [] : [...mapEndpoints(tiles), styleEndpoint(tiles)]),
    ...(page === null ? [] : pageEndpoints(page, { tiles, settings, hasOffline: offline !== null, report })),
    ...(tiles === null && page === null ? [] : [searchBoxEndpoint(), spriteEndpoint()]),
    ...(offline === null ? [] : offlineEndpoints(offline)),
  ];
}
