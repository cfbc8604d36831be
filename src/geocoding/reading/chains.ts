import type { Area, AreaLexicon } from './area-lexicon.js';
import type { AreaToken } from './area-tokens.js';

/** Areas named in a query, each of which is inside the next. */
export interface Chain {
  tokens: readonly AreaToken[];
  /** One area per token, omitting missing areas. */
  areas: readonly Area[];
  /** A khoroo or bag that does not exist in the named district. */
  missing: readonly AreaToken[];
  /** The chain's score; higher is better. */
  score: number;
  cost: number;
}

const MOST_CHAINS = 40;
/**
 * The scores for the parts of a chain: an area that is certain, an area set apart by punctuation, a bare
 * name, and a link between areas.
 */
const SURE = 3;
const ALONE = 2;
const BARE = 1;
const LINK = 2;
/** The bonus for each word, so that a chain that explains more words comes first. */
const PER_WORD = 0.1;
/** A khoroo whose own name contains a district other than the named one. */
const FOREIGN = 2;
/** In the capital, a district comes before a town with the same name. */
const DISTRICT = 0.2;
/** A bag of the named town comes before a bag with the same name elsewhere in the aimag. */
const OWN_BAG = 0.1;

/** Returns the consistent chains of areas, best first. */
export function chainsOf(tokens: readonly AreaToken[], lexicon: AreaLexicon): Chain[] {
  let beam: Chain[] = [{ tokens: [], areas: [], missing: [], score: 0, cost: 0 }];
  for (const token of tokens) {
    const longer = beam.flatMap((chain) => extended(chain, token, lexicon));
    if (longer.length > 0)
      beam = [...beam, ...longer].sort((a, b) => b.score - a.score).slice(0, MOST_CHAINS);
  }
  const sure = tokens.filter(({ isSure, areas }) => isSure && areas.length > 0);
  const skipped = (chain: Chain): number =>
    sure.filter((token) => !chain.tokens.some((own) => overlap(own, token))).length;
  return beam
    .filter((chain) => chain.tokens.length > 0)
    .map((chain) => ({ ...chain, score: chain.score - SURE * skipped(chain) }))
    .sort((a, b) => b.score - a.score);
}

function extended(chain: Chain, token: AreaToken, lexicon: AreaLexicon): Chain[] {
  if (chain.tokens.some((own) => overlap(own, token))) return [];
  const tokens = [...chain.tokens, token];
  const longer: Chain[] = [];
  // Every soum has a 4-р баг, so this name is ambiguous. Without another area in the query, all bags with the
  // same name are equally good.
  const areas = chain.areas.length === 0 ? token.areas.slice(0, MOST_CHAINS) : token.areas;
  for (const area of areas) {
    // «Дархан Хонгор сум»: the seat of an aimag stands for the aimag.
    const isOfSeat = token.isSure && chain.areas.length === 1 && !fits(chain.areas[0], area);
    const aimag = isOfSeat ? lexicon.aimagOfSeat(chain.areas[0], area) : null;
    const around = aimag === null ? chain.areas : [aimag];
    const ownDistrict = area.district !== null && hasOwnDistrict(chain.areas, area, lexicon);
    if (!around.every((other) => fits(other, area) || (ownDistrict && other.type === 'district'))) continue;
    const isForeign =
      area.district !== null && !ownDistrict && chain.areas.some(({ type }) => type === 'district');
    const isLinked = chain.areas.length > 0;
    const isRepeated = chain.areas.includes(area);
    const isOwn = area.level === 'low' && chain.areas.some((other) => isRightAround(other, area));
    const isDistrict = area.type === 'district' && !token.isSure && (isLinked || token.isAlone);
    longer.push({
      ...{ tokens, missing: chain.missing, areas: [...around, area], cost: chain.cost + token.cost },
      score:
        chain.score +
        (token.isSure ? SURE : token.isAlone ? ALONE : BARE) +
        (isLinked && !isRepeated ? LINK : 0) +
        (isDistrict ? DISTRICT : 0) +
        (isOwn ? OWN_BAG : 0) -
        (isForeign ? FOREIGN : 0) +
        (token.to - token.from) * PER_WORD -
        token.cost,
    });
  }
  const hasParts = chain.areas.some(({ level }) => level === 'middle' || level === 'town');
  if (longer.length === 0 && token.isNumbered && hasParts)
    longer.push({ ...chain, tokens, missing: [...chain.missing, token], score: chain.score + BARE });
  return longer;
}

function overlap(a: AreaToken, b: AreaToken): boolean {
  return a.from < b.to && b.from < a.to;
}

/**
 * Whether one of two areas is inside the other. A town is considered to contain the bags of the soum around
 * it.
 */
function fits(a: Area, b: Area): boolean {
  if (a === b || a.around.has(b.row) || b.around.has(a.row)) return true;
  return (
    a.level === 'town' &&
    b.level === 'low' &&
    [...b.around].some((row) => a.around.has(row) && row !== a.row && isMiddle(a, b, row))
  );
}

/** Whether a khoroo or bag is directly inside an area, or inside the soum of a town. */
function isRightAround(area: Area, low: Area): boolean {
  const [narrowest] = low.around;
  return narrowest === area.row || (area.level === 'town' && area.around.has(narrowest));
}

/** Whether both areas are in the same soum. Being in the same aimag does not count. */
function isMiddle(town: Area, low: Area, row: number): boolean {
  const [narrowest] = low.around;
  return row === narrowest || town.around.values().next().value === row;
}

/** Whether the areas include the district that the khoroo's name contains. */
function hasOwnDistrict(areas: readonly Area[], khoroo: Area, lexicon: AreaLexicon): boolean {
  return areas.some((area) => area.type === 'district' && lexicon.isCalled(area, khoroo.district!));
}

/**
 * Whether the query certainly names an area: by a word for the kind of area, by two linked areas, or by a
 * name set apart by punctuation.
 */
export function isStrong({ tokens, areas }: Chain, nameOf: (token: AreaToken) => string): boolean {
  if (tokens.some(({ isSure }) => isSure)) return true;
  // Repeating the same bare name does not form a chain.
  if (areas.length > 1 && new Set(areas).size > 1 && new Set(tokens.map(nameOf)).size > 1) return true;
  return tokens.some(
    (token) =>
      token.isAlone &&
      token.isParted &&
      token.areas.some(({ level, type }) => level !== 'town' || type === 'city' || type === 'town'),
  );
}

/** Returns the smallest area in the list. A town counts as smaller than its soum. */
export function smallest(areas: readonly Area[]): Area {
  return [...areas].sort(
    (a, b) => b.around.size - a.around.size || Number(a.level === 'town') - Number(b.level === 'town'),
  )[0];
}

/**
 * Returns the smallest area for which the data shows which places it contains. If a bag is mapped only as a
 * point, the surrounding soum is used instead.
 */
export function surrounding(areas: readonly Area[]): Area {
  const wide = areas.filter(({ isPoint }) => !isPoint);
  return smallest(wide.length > 0 ? wide : areas);
}
