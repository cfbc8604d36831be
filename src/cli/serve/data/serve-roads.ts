import type { Logger } from 'pino';
import type { ClosureList, ClosureStore } from '../../../closures/closure-store.js';
import { RoadWatch } from '../../../closures/road-watch.js';
import type { CurrentDataset } from '../../../sources/embedded/dataset/current-dataset.js';
import { parseRouterChoices } from '../../../sources/router-choice.js';
import { databaseName } from '../../terminal/open-key-store.js';
import type { ZoneList, ZoneStore } from '../../../zones/zone-store.js';
import { ZoneWatch } from '../../../zones/zone-watch.js';
import type { Only } from '../../settings/settings.js';

/**
 * Starts watching for road changes, and passes them to the dataset. Resolves when the closures are known, so
 * that the dataset is never served without them.
 * @returns `null` if routes do not come from the dataset, or roads do not change
 */
export async function watchRoads(
  store: ClosureStore,
  dataset: CurrentDataset | null,
  settings: Only<'router' | 'roadChanges' | 'timeZone' | 'database'>,
  { logger, lastKnown }: { logger: Logger; lastKnown: (() => Promise<ClosureList | null>) | undefined },
): Promise<RoadWatch | null> {
  const { router, roadChanges, timeZone } = settings;
  const engines = parseRouterChoices(router)!.filter((choice) => typeof choice === 'object');
  if (engines.length > 0)
    logger.warn('external engines ignore closures and the dates on which roads open; see docs/closures.md');
  if (dataset === null || roadChanges === 'off') return null;
  const database = databaseName(settings.database);
  const watch = new RoadWatch({
    store,
    timeZone,
    lastKnown,
    onRoads: (wanted) => void dataset.setRoads(wanted),
    onProblem: (problem) => {
      if (problem === null) logger.info({ database }, 'closures can be read again');
      else
        logger.error({ database, err: problem }, 'closures cannot be read; the known closures stay in force');
    },
  });
  await watch.start();
  return watch;
}

/** Starts watching the zones. Resolves when the closures are known, or when the database does not answer. */
export async function watchZones(
  store: ZoneStore,
  { timeZone, database: place }: Only<'timeZone' | 'database'>,
  { logger, lastKnown }: { logger: Logger; lastKnown: (() => Promise<ZoneList | null>) | undefined },
): Promise<ZoneWatch> {
  const database = databaseName(place);
  const watch = new ZoneWatch({
    ...{ store, timeZone, lastKnown },
    onProblem: (problem) => {
      if (problem === null) logger.info({ database }, 'zones can be read again');
      else logger.error({ database, err: problem }, 'zones cannot be read; the known zones stay in force');
    },
  });
  await watch.start();
  return watch;
}
