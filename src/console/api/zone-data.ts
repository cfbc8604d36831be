import type { Position } from '../../geo/position.js';

/** Zones for operators to see and draw. Positions are degrees, longitude first. */

interface ZoneTerms {
  name: string;
  /** The vehicles that may not drive there; none: it only answers questions. */
  closed_for: string[];
  /** Hours in the grammar of `opening_hours`; null: always. */
  hours: string | null;
  ends: 'allowed' | 'closed';
  /** The source of the rule, and its day (2025-09-17). */
  source: string;
  date: string | null;
}

export interface NewZone extends ZoneTerms {
  /** Corners; the last is joined to the first. */
  area: Position[];
}

export interface ZoneState extends ZoneTerms {
  id: number;
  /** Coordinates of a GeoJSON MultiPolygon; null: it is made of `ways` ways. */
  area: Position[][][] | null;
  ways: number;
  created_at: string;
}
