/**
 * How far each stage of a reverse lookup looks, in meters. With 0, a stage finds only what the point is
 * in or on.
 */
export interface ReverseRadii {
  /** Stage 1: an address, or a place that has one. A house with its yard is 30 m. */
  address_m: number;
  /** Stage 2: a named place. Across the street, not across the block. */
  place_m: number;
  /** Stage 3: a named street. Half a block. */
  street_m: number;
  /**
   * Stage 3 for a point in broad open ground, such as a square. An avenue is 40 m wide with its
   * pavements, and a phone errs by 10 m: somebody nearer than this may be on the street.
   */
  street_at_ground_m: number;
  /** Stage 4: the nearest of these three. A kilometer is still in sight in open country. */
  any_m: number;
  /** Stage 5: the nearest settlement. */
  settlement_m: number;
  /**
   * Inside an outline, a point of the same outline this near is the answer instead. So the coordinates
   * of a shop, written with five decimals, give the shop and not the mall around it.
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
 * Within this distance of its centre line a point is on a street. The street then comes before a house or
 * shop that is farther away, so a car on its way is not in a shop across another street. Meters.
 */
export const ON_STREET_M = 6;

/** A settlement farther away than this says less than the soum around. Meters. */
export const SETTLEMENT_BEFORE_AREA_M = 3000;

/**
 * From this size (square meters; 5 ha) a place is broad: a campus, a park, a lake. It takes part in
 * stage 4 only, so a near street comes first, even for somebody inside. For open ground
 * `street_at_ground_m` says how near.
 */
export const BROAD_M2 = 50_000;

/**
 * From this length (meters) a line is broad too: a railway, a wall, a cliff. It passes a hundred front
 * doors.
 */
export const BROAD_LINE_M = 1000;

/**
 * Above this size (square meters) a place is a landscape: a desert, a mountain range. The limit is above
 * the largest lake (Uvs, 3,350 km²; Caspian Sea apart). A landscape says less than a town within 20 km,
 * so it takes part in stage 6 only, beside the administrative areas.
 */
export const LANDSCAPE_M2 = 5e9;
