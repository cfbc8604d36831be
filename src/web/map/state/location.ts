import { batch, signal } from '@preact/signals';
import { clickMap, wanted } from './page-state.js';

/**
 * The device's location, if the user allows access to it. The location is only sent in requests that need it.
 */

/** The reason why the location is not available, or null if there is no problem. */
export const locationProblem = signal<'insecure' | 'denied' | 'unknown' | null>(null);
export const isLocating = signal(false);

const PATIENCE_MS = 15_000;
const ZOOM = 16;

/** Shows the device's location, as if the user had clicked there. */
export function locate(): void {
  locationProblem.value = null;
  // Browsers only provide the location to pages that are loaded over https or from the same machine.
  if (!isSecureContext) return void (locationProblem.value = 'insecure');
  isLocating.value = true;
  navigator.geolocation.getCurrentPosition(
    ({ coords: { longitude, latitude } }) =>
      batch(() => {
        isLocating.value = false;
        wanted.value = { box: [longitude, latitude, longitude, latitude], zoom: ZOOM };
        clickMap([longitude, latitude]);
      }),
    ({ code }) =>
      batch(() => {
        isLocating.value = false;
        locationProblem.value = code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'unknown';
      }),
    { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 30_000 },
  );
}
