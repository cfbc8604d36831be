/**
 * The search radius of each stage of a reverse lookup, in meters. If the radius is 0, a stage only finds
 * places that contain the point.
 */
export interface ReverseRadii {
  /** Stage 1: an address, or a place that has one. A radius of 30 m covers a house with its yard. */
  address_m: number;
  /** Stage 2: a named place. The radius reaches across the street but not across the block. */
  place_m: number;
  /** Stage 3: a named street. The radius is half the length of a block. */
  street_m: number;
  /**
   * Stage 3 for a point in broad open ground, such as a square. An avenue including its sidewalks is 40 m
   * wide, and a phone's position is off by 10 m, so a person within this distance may be on the street.
   */
  street_at_ground_m: number;
  /**
   * Stage 4: the nearest address, place or street. In open country, places a kilometer away are still in
   * sight.
   */
  any_m: number;
  /** Stage 5: the nearest settlement. */
  settlement_m: number;
  /**
   * For a point inside an outline, a place mapped as a single position in the same outline and within this
   * distance is returned instead of the outline. The coordinates of a shop, written with five decimals,
   * therefore yield the shop rather than the mall around it.
   */
  doorstep_m: number;
}

export const DEFAULT_REVERSE_RADII: Readonly<ReverseRadii> = {
  address_m: 30,
  place_m: 50,
  street_m: 100,
  street_at_ground_m: 30,
  any_m: 1000,
  settlement_m: 20_000,
  doorstep_m: 2,
};

/**
 * A point within this many meters of a street's centerline is considered to be on the street. The street then
 * takes precedence over a house or shop that is farther away, so a moving car is not reported as being in a
 * shop across another street.
 */
export const ON_STREET_M = 6;

/**
 * A settlement farther away than this, in meters, is less informative than the soum that contains the point.
 */
export const SETTLEMENT_BEFORE_AREA_M = 3000;

/**
 * A place of at least this size (in square meters; 5 ha) is broad, such as a campus, a park or a lake. A
 * broad place is considered only in stage 4, so a nearby street comes first even for a point inside the
 * place. For open ground, `street_at_ground_m` sets the maximum distance to the street.
 */
export const BROAD_M2 = 50_000;

/**
 * A line of at least this length, in meters, is also broad, such as a railway, a wall or a cliff. Such a line
 * runs past a hundred front doors.
 */
export const BROAD_LINE_M = 1000;

/**
 * A place larger than this (in square meters) is a landscape, such as a desert or a mountain range. The limit
 * is larger than the largest lake (Uvs, 3,350 km²), not counting the Caspian Sea. A landscape is less
 * informative than a town within 20 km, so it is considered only in stage 6, together with the administrative
 * areas.
 */
export const LANDSCAPE_M2 = 5e9;
