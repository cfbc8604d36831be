import type { Tags } from '../../geo/feature.js';
import type { TravelMode } from '../../travel-mode.js';

/** `free`: anyone, anywhere on a route. `ends`: only at the start and the end, never to cut through. `none`: not at all. */
export type Access = 'free' | 'ends' | 'none';

export interface DirectionRule {
  access: Access;
  /** Above 0 when access is not `none`. */
  speed_kmh: number;
  /** In a few words, for `explain`: `class primary 65, surface gravel cap 50`. */
  why: string;
}

export interface WayRule {
  forward: DirectionRule;
  backward: DirectionRule;
  /** A ferry with a `duration` tag: seconds for the whole way, instead of the speeds. */
  duration_s: number | null;
}

export interface NodeRule {
  /** `none`: may not be passed (a route may still start or end there). */
  access: Access;
  /** Seconds lost by passing. */
  delay_s: number;
  why: string;
}

export type RestrictionRule = 'no' | 'only';

/** One travel mode as data and a few functions from tags to rules; no state. */
export interface Profile {
  mode: TravelMode;
  /** Null when the mode can use the way in neither direction. */
  way(tags: Tags): WayRule | null;
  /** Null when the node changes nothing. */
  node(tags: Tags): NodeRule | null;
  /** Whether a restriction relation with these tags applies to the mode, and how. Null: ignore it. */
  restriction(tags: Tags): RestrictionRule | null;
  /**
   * Seconds for the turn at a junction. `angle` in degrees: 0 straight on, positive to the right, negative to the left,
   * 180 for a U-turn onto the same segment.
   */
  turn_s(angle: number): number;
  /** Walking has neither turn costs nor restrictions, so its graph needs no turns. */
  hasTurns: boolean;
}
