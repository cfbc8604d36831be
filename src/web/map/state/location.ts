import { batch, signal } from '@preact/signals';
import { clickMap, wanted } from './atlas.js';

/** Where the device is, if its owner says so. It is sent to nobody but in the request that asks about it. */

/** Why there is no location; null: nothing is wrong. */
export const locationProblem = signal<'insecure' | 'denied' | 'unknown' | null>(null);
export const isLocating = signal(false);

const PATIENCE_MS = 15_000;
const ZOOM = 16;

/** Shows where the device is, and does what a click there would do. */
export function locate(): void {
  locationProblem.value = null;
  // Browsers tell it to pages with https, and on the machine itself.
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
