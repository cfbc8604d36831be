import type { Tags } from '../../geo/feature.js';
import type { TravelMode } from '../../travel-mode.js';

/**
 * The access to a way or a node. `free`: anyone, anywhere on a route. `ends`: only the first and the last
 * part of a route, never to cut through. `none`: nobody.
 */
export type Access = 'free' | 'ends' | 'none';

/**
 * The surroundings of a way: open country, a town or village, or the built-up area of a large city.
 * docs/routing-model.md, 10 says how to tell them apart.
 */
export type Surroundings = 'country' | 'town' | 'city';

/** The rule of a way in one direction. */
export interface DirectionRule {
  access: Access;
  /** Above 0 unless access is `none`. */
  speed_kmh: number;
  /** A short reason for `explain`, such as `class primary 65, surface gravel cap 50`. */
  why: string;
}

/** The rules of a way, by direction. */
export interface WayRule {
  forward: DirectionRule;
  backward: DirectionRule;
  /**
   * Seconds for the whole way, used instead of the speeds, for a ferry with a `duration` tag. Null for all
   * others.
   */
  duration_s: number | null;
}

/** The rule of a node. */
export interface NodeRule {
  /** `none`: the node cannot be passed, but a route may start or end there. */
  access: Access;
  /** Seconds lost by passing the node. */
  delay_s: number;
  why: string;
}

/** `no`: this turn is forbidden. `only`: this turn must be taken. */
export type RestrictionRule = 'no' | 'only';

/** The rules of one travel mode: data and a few functions from tags to rules, without state. */
export interface Profile {
  mode: TravelMode;
  /** The settings that it was made with, to make it again; null if there are none. */
  settings: object | null;
  /**
   * Null if the mode cannot use the way in either direction.
   * @param surroundings open country if not given
   */
  way(tags: Tags, surroundings?: Surroundings): WayRule | null;
  /** Whether a way's rule depends on its surroundings. */
  needsSurroundings: boolean;
  /** Null if the node changes nothing. */
  node(tags: Tags): NodeRule | null;
  /** How a restriction relation with these tags applies to the mode. Null means that the mode ignores it. */
  restriction(tags: Tags): RestrictionRule | null;
  /**
   * Seconds for a turn at a junction.
   * @param angle in degrees: 0 is straight on, above 0 right, below 0 left, 180 a U-turn onto
   *   the same segment
   */
  turn_s(angle: number): number;
  /** False for walking, which has neither turn costs nor restrictions, so that its graph needs no turns. */
  hasTurns: boolean;
}
