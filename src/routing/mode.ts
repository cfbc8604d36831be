export type TravelMode = 'driving' | 'walking';
export const TRAVEL_MODES: readonly TravelMode[] = ['driving', 'walking'];
