import type { RoadNetwork, TurnRestriction } from '../../src/routing/network/network.js';
import type { Profile } from '../../src/routing/profiles/profile.js';

/** The directed pairs of a restriction, in driving order: `pair * 2`, plus 1 against the way. */
export interface OracleSequence {
  rule: 'no' | 'only';
  directed: number[];
}

interface End {
  node: number;
  /** The directed pair that arrives at the node. */
  arriving: number;
  part: number;
}

/**
 * Turns restrictions into sequences of directed pairs, as docs/routing-model.md says in rule 5.
 * @param firstPairOfWay by way: the number of its first pair
 * @param canDrive whether the mode can drive on from this directed pair of a sequence (or end on it,
 *   if it is the last)
 */
export function oracleSequences(
  network: RoadNetwork,
  profile: Profile,
  firstPairOfWay: ArrayLike<number>,
  canDrive: (directed: number, isLast: boolean) => boolean,
): OracleSequence[] {
  const partsOf = new Map<number, number[]>();
  network.ways.forEach((way, w) => partsOf.set(way.id, [...(partsOf.get(way.id) ?? []), w]));

  const endsOf = (wayId: number): End[] =>
    (partsOf.get(wayId) ?? []).flatMap((part) => {
      const { nodes } = network.ways[part];
      const first = firstPairOfWay[part];
      const last = first + nodes.length - 2;
      return [
        { node: nodes[nodes.length - 1], arriving: last * 2, part },
        { node: nodes[0], arriving: first * 2 + 1, part },
      ];
    });

  /** All directed pairs of a part, in driving order, when one leaves it at `end`. */
  const throughTo = (end: End): number[] => {
    const first = firstPairOfWay[end.part];
    const count = network.ways[end.part].nodes.length - 1;
    const forward = Array.from({ length: count }, (_, i) => (first + i) * 2);
    return end.arriving % 2 === 0 ? forward : forward.map((d) => d + 1).reverse();
  };

  const startOf = (end: End): number => {
    const { nodes } = network.ways[end.part];
    return end.arriving % 2 === 0 ? nodes[0] : nodes[nodes.length - 1];
  };

  function sequences(relation: TurnRestriction, from: number, to: number): number[][] {
    const found: number[][] = [];
    for (const arrival of endsOf(from)) {
      if (relation.viaNodes.length === 1 && relation.viaNodes[0] !== arrival.node) continue;
      let chains = [{ driven: [arrival.arriving], node: arrival.node }];
      for (const via of relation.viaWays) {
        chains = chains.flatMap(({ driven, node }) =>
          endsOf(via)
            .filter((end) => startOf(end) === node)
            .map((end) => ({ driven: [...driven, ...throughTo(end)], node: end.node })),
        );
      }
      for (const { driven, node } of chains) {
        for (const departure of endsOf(to)) {
          if (departure.node !== node) continue;
          const leaving = departure.arriving ^ 1;
          // From and to are the same way at one node: the restriction is about turning back.
          if (from === to && relation.viaWays.length === 0 && leaving !== (arrival.arriving ^ 1)) continue;
          found.push([...driven, leaving]);
        }
      }
    }
    return found;
  }

  return network.restrictions.flatMap((relation) => {
    const rule = profile.restriction(relation.tags);
    const sound =
      !relation.incomplete &&
      relation.from.length > 0 &&
      relation.to.length > 0 &&
      ((relation.viaNodes.length === 1 && relation.viaWays.length === 0) ||
        (relation.viaNodes.length === 0 && relation.viaWays.length > 0));
    const ordersSeveral = rule === 'only' && relation.to.length > 1;
    if (rule === null || !sound || ordersSeveral) return [];
    return relation.from
      .flatMap((from) => relation.to.flatMap((to) => sequences(relation, from, to)))
      .filter((directed) => directed.every((d, i) => canDrive(d, i === directed.length - 1)))
      .map((directed) => ({ rule, directed }));
  });
}
