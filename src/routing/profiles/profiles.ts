import type { TravelMode } from '../../travel-mode.js';
import type { Profile } from './profile.js';
import { driving } from './driving.js';
import { walking } from './walking.js';

/** The rules of each travel mode, with the default settings. */
export const PROFILES: Record<TravelMode, Profile> = { driving, walking };
