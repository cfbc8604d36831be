/** How far each stage of a reverse lookup looks, in metres; 0 leaves a stage what one stands in or on. */
export interface ReverseRadii {
  /** Stage 1: an address, or a place that has one, this near. A house with its yard is 30 m. */
  address_m: number;
  /** Stage 2: a named place this near: across the street, not across the block. */
  place_m: number;
  /** Stage 3: a named street this near: half a block. */
  street_m: number;
  /**
   * Stage 3, for one who stands in a broad open ground such as a square: a street only this near. An avenue is 40 m wide
   * with its pavements, and a phone errs by ten: nearer than this one may as well be on it.
   */
  street_at_ground_m: number;
  /** Stage 4: whatever of the three is nearest. A kilometre is still in sight in open country. */
  any_m: number;
  /** Stage 5: the nearest settlement. */
  settlement_m: number;
  /**
   * Inside an outline, a point of the same outline this near is taken for where one is: the coordinates of a shop, written
   * with five decimals, come back to the shop and not to the mall around it.
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
 * A place of this size or more (5 ha) is broad: a campus, a park, a lake. It does not answer while a street is near, even
 * to somebody who stands in it, and only its turn in stage 4 is left. For open ground `street_at_ground_m` says how near.
 */
export const BROAD_M2 = 50_000;

/** A line of this length is broad as well: a railway, a wall, a cliff. It passes a hundred front doors. */
export const BROAD_LINE_M = 1000;

/**
 * A place larger than the largest lake (Uvs, 3,350 km²; Caspian sea apart) is a landscape: a desert, a mountain range. It
 * says less than a town within 20 km, so it only takes part in stage 6, beside the administrative areas.
 */
export const LANDSCAPE_M2 = 5e9;
