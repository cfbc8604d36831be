import { parseRouterChoices } from '../../sources/router-choice.js';
import type { Only } from '../terminal/settings.js';

/** Whether anything is answered from a dataset. */
export function needsDataset(settings: Only<'geocoder' | 'router'>): boolean {
  return settings.geocoder === 'embedded' || routesFromDataset(settings);
}

export function routesFromDataset({ router }: Only<'router'>): boolean {
  return parseRouterChoices(router)!.includes('embedded');
}
