import type { Logger } from 'pino';
import type { CurrentDataset } from '../../../sources/embedded/dataset/current-dataset.js';
import { CurrentMap } from '../../../sources/embedded/dataset/current-map.js';
import { EmbeddedPage, type HoldingClosure } from '../../../sources/embedded/embedded-page.js';
import type { ShownZones } from '../../../sources/zones.js';
import { parseRouterChoices } from '../../../sources/router-choice.js';
import { wantsPage } from '../../settings/wants-page.js';
import type { Only } from '../../settings/settings.js';

/**
 * Opens the map that lies beside a folder's datasets, and watches it; returns `null` if the settings turn it
 * off.
 */
export function openMap(
  settings: Only<'dataset' | 'map' | 'playground' | 'host'>,
  logger: Logger,
): CurrentMap | null {
  const { map, dataset } = settings;
  if (map === 'off' || (map === 'auto' && !wantsPage(settings))) return null;
  const current = new CurrentMap(dataset, (error) =>
    logger.warn({ reason: error.message }, 'the map cannot be read'),
  );
  current.watch();
  return current;
}

/**
 * Opens the map page, which shows the data that the dataset provides.
 * @param closures the closures in force
 * @param zones `null` if there are none
 */
export function openPage(
  settings: Only<'playground' | 'host' | 'geocoder' | 'router' | 'snapLimit_m' | 'snapDetour_m'>,
  dataset: CurrentDataset | null,
  closures: () => readonly HoldingClosure[],
  zones: ShownZones | null = null,
): EmbeddedPage | null {
  if (!wantsPage(settings)) return null;
  const { geocoder, router, snapLimit_m, snapDetour_m } = settings;
  const searches = geocoder === 'embedded';
  const routes = parseRouterChoices(router)![0] === 'embedded';
  return new EmbeddedPage({ dataset, searches, routes, closures, zones, snapLimit_m, snapDetour_m });
}
