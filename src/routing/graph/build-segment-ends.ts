import type { BuiltGraph } from '../frozen/base-graph.js';
import { END_NUMBERS, HAS_DELAYS, NAME_FACTOR, OTHER_TARGETS } from '../frozen/segment-table.js';
import type { Segments } from '../network/segments.js';

export interface SegmentEndsInput {
  segments: Pick<
    Segments,
    'count' | 'forward' | 'backward' | 'forward_ms' | 'backward_ms' | 'firstPosition' | 'delayPosition'
  >;
  graph: BuiltGraph;
  /** Per segment: where the costs against its direction begin in `pair_ms`. */
  firstBackward: Uint32Array;
  /** Per segment: the string number of its name; SEVERAL_NAMES if its ways have several names. */
  names: Uint32Array;
}

/** Fills `SegmentTable.ends`. END_NUMBERS in frozen/segment-table.ts describes the layout. */
export function segmentEnds({ segments, graph, firstBackward, names }: SegmentEndsInput): Uint32Array {
  const ends = new Uint32Array(END_NUMBERS * segments.count);
  for (let s = 0; s < segments.count; s++) {
    const flags = segments.forward[s] | (segments.backward[s] << 2);
    const targets = [2 * s, 2 * s + 1].map((directed) => {
      const at = graph.firstTarget[directed];
      return graph.firstTarget[directed + 1] === at + 1 && graph.target_ms[at] === 0
        ? graph.targetVertex[at]
        : OTHER_TARGETS;
    });
    ends.set(
      [
        flags + names[s] * NAME_FACTOR,
        segments.forward_ms[s],
        segments.backward_ms[s],
        firstBackward[s],
        graph.startVertex[2 * s],
        graph.startVertex[2 * s + 1],
        ...targets,
      ],
      END_NUMBERS * s,
    );
  }
  for (let i = 0, s = 0; i < segments.delayPosition.length; i++) {
    while (segments.firstPosition[s + 1] <= segments.delayPosition[i]) s++;
    ends[END_NUMBERS * s] |= HAS_DELAYS;
  }
  return ends;
}
