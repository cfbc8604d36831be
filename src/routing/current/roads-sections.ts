import { section, type Sections } from '../../arrays/sections.js';
import type { CurrentRoads } from './current-roads.js';

/** Converts one mode's roads to sections, for a file or another thread. */
export function roadsSections(roads: CurrentRoads): Sections {
  const { segments, arcs, reach } = roads;
  return {
    info: Uint32Array.of(roads.isFaster ? 1 : 0),
    'arcs.ms': arcs.ms,
    'arcs.middle': arcs.middle,
    'graph.arc_ms': roads.arc_ms,
    'blocked.arcs': roads.blockedArcs,
    'blocked.tails': roads.blockedTails,
    'pairs.ms': segments.pair_ms.words,
    'segments.ends': segments.ends,
    'segments.is_changed': roads.isChanged,
    'reach.from': reach.from.words,
    'reach.to': reach.to.words,
    'reach.from_hub': reach.fromHub,
    'reach.to_hub': reach.toHub,
  };
}

/**
 * The inverse of `roadsSections`: creates views of the sections.
 * @throws Error that names a section that is missing or has the wrong type
 */
export function readRoads(sections: Sections): CurrentRoads {
  const u32 = (name: string): Uint32Array => section(sections, name, Uint32Array);
  const packed = (name: string): { words: Uint32Array } => ({ words: u32(name) });
  return {
    isFaster: u32('info')[0] === 1,
    arcs: { ms: u32('arcs.ms'), middle: u32('arcs.middle') },
    arc_ms: u32('graph.arc_ms'),
    blockedArcs: u32('blocked.arcs'),
    blockedTails: u32('blocked.tails'),
    segments: { pair_ms: packed('pairs.ms'), ends: u32('segments.ends') },
    isChanged: section(sections, 'segments.is_changed', Uint8Array),
    reach: {
      from: packed('reach.from'),
      to: packed('reach.to'),
      fromHub: u32('reach.from_hub'),
      toHub: u32('reach.to_hub'),
    },
  };
}
