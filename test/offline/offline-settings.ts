import type { OfflineSettings } from '../../src/offline/kept/manifest.js';

/** Settings of pieces, as a manifest must have them. */
export const SETTINGS: OfflineSettings = {
  max_route_distance_meters: 3_000_000,
  max_matrix_cells: 10_000,
  max_isochrone_minutes: 60,
  isochrone_around_meters: 50,
  snap_limit_meters: 1000,
  snap_detour_meters: 100,
  reverse_radii_meters: {},
  time_zone: 'Asia/Ulaanbaatar',
};
