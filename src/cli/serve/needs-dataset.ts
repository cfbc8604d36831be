import { parseRouterChoices } from '../../sources/router-choice.js';
import type { Settings } from '../terminal/settings.js';

/** Whether anything is answered from a dataset. */
export function needsDataset(settings: Settings): boolean {
  return settings.geocoder === 'embedded' || routesFromDataset(settings);
}

export function routesFromDataset({ router }: Settings): boolean {
  return parseRouterChoices(router)!.includes('embedded');
}
