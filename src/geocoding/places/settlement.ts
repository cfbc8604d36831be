import { CAPITAL_PROMINENCE, CITY_PROMINENCE, QUARTERS } from './kinds.js';
import type { Draft } from './draft.js';

/** The roles of settlements in the country, most important first. A `quarter` is part of a settlement. */
export const SETTLEMENT_RANKS = [
  'capital',
  'large_city',
  'city',
  'town',
  'village',
  'rural',
  'quarter',
] as const;
export type SettlementRank = (typeof SETTLEMENT_RANKS)[number];

/**
 * Returns the rank of a settlement or quarter; call this only after `settleAreas` has found the capital and
 * the cities.
 */
export function rankOfSettlement({
  matchKind,
  type,
  base,
}: Pick<Draft, 'matchKind' | 'type' | 'base'>): SettlementRank | null {
  if (matchKind !== 'settlement') return null;
  if (base === CAPITAL_PROMINENCE) return 'capital';
  if (QUARTERS.has(type)) return 'quarter';
  if (type === 'city') return base === CITY_PROMINENCE ? 'large_city' : 'city';
  return type === 'town' || type === 'village' ? type : 'rural';
}

/**
 * Whether a settlement of this type is a separate place whose name can be combined with the name of its
 * aimag.
 */
export function isTownType(type: string): boolean {
  return type === 'city' || type === 'town' || type === 'village';
}

/**
 * Whether this settlement may be the seat of an aimag or a soum. The capital is not the seat of any of its
 * parts.
 */
export function maySeat(draft: Pick<Draft, 'matchKind' | 'type' | 'base'>): boolean {
  const rank = rankOfSettlement(draft);
  return rank !== null && rank !== 'capital' && isTownType(draft.type);
}
