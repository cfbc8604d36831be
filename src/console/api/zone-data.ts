import type { Position } from '../../geo/position.js';

/** Zones that operators can see and draw. Positions are in degrees, longitude first. */

interface ZoneTerms {
  name: string;
  /**
   * The vehicles that may not enter the zone. If no vehicles are listed, the zone only appears in responses.
   */
  closed_for: string[];
  /** The hours when the rule applies, in the grammar of `opening_hours`; `null` if it always applies. */
  hours: string | null;
  ends: 'allowed' | 'closed';
  /** The rule's source, and its date (2025-09-17). */
  source: string;
  date: string | null;
}

export interface NewZone extends ZoneTerms {
  /** The corners; the last one is connected to the first. */
  area: Position[];
}

export interface ZoneState extends ZoneTerms {
  id: number;
  /** The coordinates of a GeoJSON MultiPolygon; `null` if the zone consists of `ways` ways. */
  area: Position[][][] | null;
  ways: number;
  created_at: string;
}
