import type { TravelMode } from '../../travel-mode.js';
import type { Profile } from './profile.js';
import { DRIVING_DEFAULTS, drivingProfile, type DrivingSettings } from './driving.js';
import { walking } from './walking.js';

/** Returns the profile of each travel mode for the given settings. */
export function profilesWith(settings: DrivingSettings): Record<TravelMode, Profile> {
  return { driving: drivingProfile(settings), walking };
}

/** The profile of each travel mode with the default settings. */
export const PROFILES: Record<TravelMode, Profile> = profilesWith(DRIVING_DEFAULTS);
