import type { Tags } from '../../geo/feature.js';
import type { TravelMode } from '../../travel-mode.js';

/**
 * The access to a way or a node. `free`: open to anyone, anywhere on a route. `ends`: usable only on the
 * first and the last part of a route, never as a shortcut. `none`: closed to everyone.
 */
export type Access = 'free' | 'ends' | 'none';

/**
 * A way's surroundings: open country, a town or village, or the built-up area of a large city.
 * docs/routing-model.md, 10 describes how they are determined.
 */
export type Surroundings = 'country' | 'town' | 'city';

/** The rule for one direction of a way. */
export interface DirectionRule {
  access: Access;
  /** The speed, which is positive unless access is `none`. */
  speed_kmh: number;
  /** A short reason for `explain`, such as `class primary 65, surface gravel cap 50`. */
  why: string;
}

/** The rules for both directions of a way. */
export interface WayRule {
  forward: DirectionRule;
  backward: DirectionRule;
  /**
   * The time in seconds for the whole way, used instead of the speeds for a ferry with a `duration` tag. Null
   * for all other ways.
   */
  duration_s: number | null;
}

/** The rule for a node. */
export interface NodeRule {
  /** `none`: a route cannot pass through the node, but it may start or end there. */
  access: Access;
  /** The delay in seconds when passing the node. */
  delay_s: number;
  why: string;
}

/** `no`: this turn is forbidden. `only`: this turn must be taken. */
export type RestrictionRule = 'no' | 'only';

/** The rules of one travel mode: data, and a few stateless functions that derive rules from tags. */
export interface Profile {
  mode: TravelMode;
  /** The settings of the profile, from which it can be rebuilt; null if it has none. */
  settings: object | null;
  /**
   * Returns null if the mode cannot use the way in either direction.
   * @param surroundings defaults to open country
   */
  way(tags: Tags, surroundings?: Surroundings): WayRule | null;
  /** Whether a way's rule depends on its surroundings. */
  needsSurroundings: boolean;
  /** Returns null if the node does not affect routes. */
  node(tags: Tags): NodeRule | null;
  /**
   * Returns how a restriction relation with these tags applies to the mode, or null if the mode ignores it.
   */
  restriction(tags: Tags): RestrictionRule | null;
  /**
   * Returns the time in seconds that a turn at a junction takes.
   * @param angle the turn angle in degrees: 0 is straight on, positive values are right turns, negative
   *   values are left turns, and 180 is a U-turn onto the same segment
   */
  turn_s(angle: number): number;
  /** False for walking, which has neither turn costs nor restrictions, so its graph does not need turns. */
  hasTurns: boolean;
}
