import type { Position } from '../../geo/position.js';

/** Zones that operators can see and draw. Positions are in degrees, longitude first. */

interface ZoneTerms {
  name: string;
  /** The vehicles that may not enter the zone. If empty, the zone only appears in answers. */
  closed_for: string[];
  /** The hours in the grammar of `opening_hours`; `null` for always. */
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
