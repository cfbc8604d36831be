import type { Position } from '../../geo/position.js';
import { compass } from '../../geo/bearing.js';
import type { Candidate } from '../ends/snap.js';

/** Converts angles between roads, in degrees clockwise, into the terms used for maneuvers. */

export type Modifier =
  'uturn' | 'sharp right' | 'right' | 'slight right' | 'straight' | 'slight left' | 'left' | 'sharp left';

/** A turn of up to this angle counts as going straight on. */
export const STRAIGHT_DEGREES = 20;

/** A road that leaves at a smaller angle than this could be mistaken for the main road. */
export const AHEAD_DEGREES = 45;

/** A bend of up to this angle counts as following a named road if only minor roads leave it. */
export const BEND_DEGREES = 60;

/** A road that leaves at this angle visibly diverges from a road that goes straight on. */
export const ASIDE_DEGREES = 15;

/** A road is the obvious continuation if its turn is at least this many times smaller than another road's. */
export const CLEARLY_STRAIGHTER = 2;

const SHARP_DEGREES = 125;
const U_TURN_DEGREES = 165;

/** A point closer to the road than this counts as being on neither side. */
const SIDE_M = 5;

/**
 * Returns which side of a road a point lies on, given the road's bearing, or null if the point lies on the
 * road or in line with it.
 */
export function sideOf(
  { lon7, lat7, distance_m }: Candidate,
  [lon, lat]: Position,
  bearing: number,
): Modifier | null {
  if (distance_m < SIDE_M) return null;
  const angle = ((compass([lon7 / 1e7, lat7 / 1e7], [lon, lat]) - bearing + 540) % 360) - 180;
  if (Math.abs(angle) < STRAIGHT_DEGREES || Math.abs(angle) > 180 - STRAIGHT_DEGREES) return null;
  return angle > 0 ? 'right' : 'left';
}

export function modifierOf(angle: number): Modifier {
  const size = Math.abs(angle);
  if (size < STRAIGHT_DEGREES) return 'straight';
  if (size > U_TURN_DEGREES) return 'uturn';
  const side = angle > 0 ? 'right' : 'left';
  if (size < AHEAD_DEGREES) return `slight ${side}`;
  return size > SHARP_DEGREES ? `sharp ${side}` : side;
}
