import type { Position } from '../../geo/position.js';

/** Zones, as operators see and draw them. Positions are degrees, longitude first. */

interface ZoneTerms {
  name: string;
  /** The vehicles that may not drive there; none: it only answers questions. */
  closed_for: string[];
  /** As `opening_hours` is written; null: always. */
  hours: string | null;
  ends: 'allowed' | 'closed';
  /** Where the rule is written, and its day (2025-09-17). */
  source: string;
  date: string | null;
}

export interface NewZone extends ZoneTerms {
  /** Corners; the last is joined to the first. */
  area: Position[];
}

export interface ZoneState extends ZoneTerms {
  id: number;
  /** Coordinates of a GeoJSON MultiPolygon; null: it is made of so many ways. */
  area: Position[][][] | null;
  ways: number;
  created_at: string;
}
