import type { Position } from '../geo/position.js';

/** What an operator says of parts of the map: in which of them a point is. */
export interface Zones {
  /** The zones that hold a point, the smallest first. */
  at(point: Position): readonly FoundZone[];
}

export interface FoundZone {
  id: number;
  name: string;
  /** As they were added. */
  properties: Readonly<Record<string, unknown>>;
  /** Null: it is closed for nobody. */
  rule: ZoneRule | null;
}

/** Who may not drive in a zone, and when. */
interface ZoneRule {
  closedFor: readonly string[];
  /** In the grammar of `opening_hours`; null: always. */
  hours: string | null;
  /** What holds for those whose way begins or ends there. */
  ends: 'allowed' | 'closed';
  /** Where it is written, and from when; empty, or null: nobody says. */
  source: string;
  date: string | null;
  /** Whether it holds at this moment. */
  isInForce: boolean;
}
