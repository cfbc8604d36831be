import { parseGeocoderChoice } from '../../../sources/geocoder-choice.js';
import { parseRouterChoices } from '../../../sources/router-choice.js';
import type { Only } from '../../settings/settings.js';

/** Whether any answers come from a dataset. */
export function needsDataset(settings: Only<'geocoder' | 'router'>): boolean {
  return settings.geocoder === 'embedded' || routesFromDataset(settings);
}

export function routesFromDataset({ router }: Only<'router'>): boolean {
  return parseRouterChoices(router)!.includes('embedded');
}

/** Whether any answers come from an external engine. */
export function asksElsewhere({ geocoder, router }: Only<'geocoder' | 'router'>): boolean {
  return (
    typeof parseGeocoderChoice(geocoder) === 'object' ||
    parseRouterChoices(router)!.some((choice) => typeof choice === 'object')
  );
}
