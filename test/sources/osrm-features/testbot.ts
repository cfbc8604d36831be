import type { Tags } from '../../../src/geo/feature.js';
import type { DirectionRule, Profile } from '../../../src/routing/profiles/profile.js';

/** Roads with the round speeds that OSRM's test files count on, in km/h. */
const SPEEDS: Readonly<Record<string, number>> = { primary: 36, secondary: 18, tertiary: 12, steps: 6 };
const OTHER_KMH = 24;
const [TURN_BACK_S, SIGNAL_S] = [20, 7];

const YES = ['yes', '1', 'true'];

function rule(speed_kmh: number, isOpen: boolean): DirectionRule {
  return { access: isOpen ? 'free' : 'none', speed_kmh, why: 'a test' };
}

/** What a way of the map allows, as the profile `testbot` of OSRM. */
export const TESTBOT: Profile = {
  mode: 'driving',
  settings: null,
  needsSurroundings: false,
  hasTurns: true,
  way: (tags: Tags) => {
    const [highway, oneway] = [tags['highway'] ?? '', tags['oneway'] ?? ''];
    const usual = SPEEDS[highway] ?? OTHER_KMH;
    const [down, up] = highway === 'river' ? [usual * 1.5, usual / 1.5] : [usual, usual];
    const both = Number(tags['maxspeed'] ?? Infinity);
    const speedOf = (side: string, speed: number): number =>
      Number(tags[`maxspeed:${side}`] ?? Math.min(both > 0 ? both : Infinity, speed));
    const isForward = YES.includes(oneway) || tags['junction'] === 'roundabout';
    const [, hours, minutes, seconds] = /^(?:(\d+):)?(\d+)(?::(\d+))?$/.exec(tags['duration'] ?? '') ?? [];
    return {
      forward: rule(speedOf('forward', down), oneway !== '-1'),
      backward: rule(speedOf('backward', up), oneway === '-1' || !isForward),
      duration_s:
        minutes === undefined
          ? null
          : Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0),
    };
  },
  node: (tags) =>
    tags['highway'] === 'traffic_signals' ? { access: 'free', delay_s: SIGNAL_S, why: 'a test' } : null,
  restriction: (tags) => {
    const word = /^(no|only)_/.exec(tags['restriction'] ?? '')?.[1];
    return word === 'no' || word === 'only' ? word : null;
  },
  turn_s: (angle) => (Math.abs(angle) === 180 ? TURN_BACK_S : 0),
};
