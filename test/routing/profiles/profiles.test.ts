import { describe, expect, it } from 'vitest';
import type { Tags } from '../../../src/geo/feature.js';
import type { Profile, Surroundings, WayRule } from '../../../src/routing/profiles/profile.js';
import { driving, DRIVING_DEFAULTS, drivingProfile } from '../../../src/routing/profiles/driving.js';
import {
  CLASS_KMH,
  LEFT_TURN_S,
  PASSABLE_BARRIERS_S,
  RIGHT_TURN_S,
  SURFACES,
} from '../../../src/routing/profiles/driving-tables.js';
import { PROFILES } from '../../../src/routing/profiles/profiles.js';
import { carRestriction } from '../../../src/routing/profiles/restriction-tags.js';
import { walking } from '../../../src/routing/profiles/walking.js';

function forwardWhy(profile: Profile, tags: Tags): string {
  return profile.way(tags)!.forward.why;
}

describe('why, for explain', () => {
  it.each([
    [{ highway: 'primary' }, 'class primary 65'],
    [{ highway: 'primary', surface: 'gravel' }, 'class primary 65, surface gravel cap 50'],
    [{ highway: 'track', tracktype: 'grade4' }, 'class track grade4 25'],
    [{ highway: 'unclassified', maxspeed: '80' }, 'maxspeed 80 x 0.8, surface unknown cap 40'],
    [{ highway: 'tertiary', lanes: '1' }, 'class tertiary 45, narrow x 0.75'],
    [{ highway: 'service', access: 'private' }, 'class service 15, access=private'],
    [{ route: 'ferry' }, 'ferry 5'],
    [{ highway: 'residential', surface: 'gravel' }, 'class residential 25, unpaved residential cap 20'],
    [{ highway: 'tertiary', winter_road: 'yes' }, 'class tertiary 45, winter road cap 30'],
    [{ highway: 'tertiary', ice_road: 'yes' }, 'class tertiary 45, ice road cap 20'],
    [{ highway: 'tertiary', ford: 'yes' }, 'class tertiary 45, ford cap 8'],
    [{ highway: 'track', '4wd_only': 'yes' }, 'class track 30, 4wd only cap 20'],
    [{ highway: 'tertiary', oneway: 'alternating' }, 'class tertiary 45, alternating x 0.5'],
    [{ highway: 'service', service: 'alley' }, 'class service 15, service alley cap 10'],
  ] as [Tags, string][])('%o: %s', (tags, why) => {
    expect(forwardWhy(driving, tags)).toBe(why);
  });

  it('says in which direction and why not', () => {
    expect(driving.way({ highway: 'primary', oneway: 'yes' })!.backward.why).toBe(
      'class primary 65, against the oneway',
    );
  });

  it('walking', () => {
    expect(forwardWhy(walking, { highway: 'steps' })).toBe('class steps 4');
    expect(forwardWhy(walking, { man_made: 'pier', foot: 'permissive' })).toBe('walkway 5, foot=permissive');
  });

  it('nodes', () => {
    expect(driving.node({ barrier: 'gate' })!.why).toBe('barrier gate 20 s');
    expect(driving.node({ barrier: 'gate', access: 'private' })!.why).toBe('barrier gate access=private');
    expect(driving.node({ barrier: 'gate', locked: 'yes' })!.why).toBe('barrier gate locked');
    expect(driving.node({ highway: 'traffic_signals' })!.why).toBe('traffic_signals 2 s');
    expect(
      driving.node({
        barrier: 'gate',
        maxheight: '1.5',
        highway: 'crossing',
        'crossing:signals': 'yes',
        ford: 'yes',
        traffic_calming: 'hump',
      })!.why,
    ).toBe(
      'barrier gate 20 s, too small for a car, crossing with signals 2 s, ford 15 s, traffic calming 2 s',
    );
    expect(walking.node({ barrier: 'wall' })!.why).toBe('barrier wall');
  });
});

describe('nodes that change nothing', () => {
  it.each([
    {},
    { name: 'x' },
    { barrier: 'no' },
    { barrier: 'entrance' },
    { highway: 'crossing' },
    { highway: 'bus_stop', access: 'no' },
  ] as Tags[])('%o', (tags) => {
    expect(driving.node(tags)).toBeNull();
    expect(walking.node(tags)).toBeNull();
  });
});

it('each profile says its mode', () => {
  expect(Object.entries(PROFILES).map(([mode, profile]) => [mode, profile.mode])).toEqual([
    ['driving', 'driving'],
    ['walking', 'walking'],
  ]);
});

describe('a private gate', () => {
  it('is of the ends, with its delay', () => {
    expect(driving.node({ barrier: 'gate', access: 'private' })).toMatchObject({
      access: 'ends',
      delay_s: 20,
    });
    expect(driving.node({ barrier: 'gate', access: 'private', locked: 'yes' })).toMatchObject({
      access: 'ends',
    });
    expect(walking.node({ barrier: 'gate', access: 'private' })).toMatchObject({
      access: 'ends',
      delay_s: 0,
    });
  });
});

describe('winter roads can be closed by a setting', () => {
  const closed = drivingProfile({ ...DRIVING_DEFAULTS, winterRoads: false });
  it.each([
    { highway: 'track', winter_road: 'yes' },
    { highway: 'track', ice_road: 'yes' },
    { highway: 'tertiary', seasonal: 'winter' },
    { highway: 'winter_road' },
  ] as Tags[])('%o', (tags) => {
    expect(driving.way(tags)).not.toBeNull();
    expect(closed.way(tags)).toBeNull();
  });
  it('and other roads are not', () => {
    expect(closed.way({ highway: 'track' })).not.toBeNull();
    expect(closed.way({ highway: 'track', winter_road: 'no', seasonal: 'summer' })).not.toBeNull();
    expect(closed.way({ route: 'ferry', seasonal: 'winter' })).not.toBeNull();
  });
});

describe('in towns and cities', () => {
  const why = (tags: Tags, around: Surroundings): string => driving.way(tags, around)!.forward.why;

  it('a track is slower than a street', () => {
    const track = { highway: 'track', tracktype: 'grade1' };
    expect(why(track, 'country')).toBe('class track grade1 45');
    expect(why(track, 'town')).toBe('class track grade1 45, track in a town cap 20');
    expect(why(track, 'city')).toBe('class track grade1 45, track in a town cap 20, city x 0.5');
    expect(why({ highway: 'track', tracktype: 'grade5' }, 'town')).toBe('class track grade5 15');
  });

  it('all roads of a city are slower by the same factor, ferries are not', () => {
    expect(why({ highway: 'primary' }, 'city')).toBe('class primary 65, city x 0.5');
    expect(why({ highway: 'primary', maxspeed: '60' }, 'city')).toBe('maxspeed 60 x 0.8, city x 0.5');
    expect(why({ highway: 'primary' }, 'town')).toBe('class primary 65');
    expect(why({ highway: 'residential' }, 'city')).toBe('class residential 25, city x 0.5');
    expect(why({ highway: 'service' }, 'city')).toBe('class service 15, city x 0.5');
    expect(why({ highway: 'motorway' }, 'city')).toBe('class motorway 90, city x 0.5');
    expect(why({ highway: 'trunk', maxspeed: '80' }, 'city')).toBe('maxspeed 80 x 0.8, city x 0.5');
    expect(why({ route: 'ferry' }, 'city')).toBe('ferry 5');
  });

  it('by a setting', () => {
    const speed = (citySpeed: number): number =>
      drivingProfile({ ...DRIVING_DEFAULTS, citySpeed }).way({ highway: 'primary' }, 'city')!.forward
        .speed_kmh;
    expect([speed(1), speed(0.2)]).toEqual([65, 13]);
  });
});

describe('restriction tags', () => {
  it.each([
    [{ restriction: 'no_left_turn' }, 'no'],
    [{ restriction: 'only_straight_on' }, 'only'],
    [{ restriction: 'only_u_turn' }, 'only'],
    [{ restriction: 'no_entry' }, 'no'],
    [{}, null],
    [{ restriction: 'stop' }, null],
    [{ restriction: 'no_left_turn', except: 'motorcar' }, null],
    [{ 'restriction:motorcar': 'only_left_turn', restriction: 'no_left_turn' }, 'only'],
    [{ restriction: 'no_left_turn', opening_hours: '08:00-10:00' }, null],
    [{ 'restriction:conditional': 'only_left_turn @ 24/7' }, 'only'],
    [{ 'restriction:conditional': 'only_left_turn @ (weight>7)' }, null],
  ] as [Tags, string | null][])('%o: %s', (tags, rule) => {
    expect(carRestriction({ type: 'restriction', ...tags })).toBe(rule);
    expect(walking.restriction({ type: 'restriction', ...tags })).toBeNull();
  });
});

describe('tables', () => {
  it('speeds, caps and delays are sensible', () => {
    for (const kmh of CLASS_KMH.values()) expect(kmh).toBeGreaterThanOrEqual(10);
    for (const { cap_kmh, bigRoadCap_kmh } of SURFACES.values()) {
      if (cap_kmh !== null) expect(cap_kmh).toBeGreaterThanOrEqual(10);
      if (bigRoadCap_kmh !== undefined) expect(bigRoadCap_kmh).toBeGreaterThan(cap_kmh!);
    }
    for (const seconds of PASSABLE_BARRIERS_S.values()) expect(seconds).toBeGreaterThanOrEqual(0);
    for (const rows of [LEFT_TURN_S, RIGHT_TURN_S]) {
      expect(rows[0]).toEqual([0, 0]);
      expect(rows[rows.length - 1][0]).toBe(180);
    }
  });
});

/** A small generator of random whole numbers, the same for the same seed (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

describe('any tags at all', () => {
  const keys = [
    'highway',
    'route',
    'access',
    'vehicle',
    'motor_vehicle',
    'motorcar',
    'foot',
    'oneway',
    'junction',
    'surface',
    'smoothness',
    'tracktype',
    'maxspeed',
    'maxspeed:forward',
    'lanes',
    'width',
    'maxheight',
    'duration',
    'ford',
    'winter_road',
    'barrier',
    'locked',
    'construction',
    'area',
    'motor_vehicle:backward',
    'sac_scale',
    'service',
    'conveying',
    'motorroad',
  ];
  const values = [
    'yes',
    'no',
    'private',
    'destination',
    'primary',
    'track',
    'residential',
    'footway',
    'steps',
    'motorway',
    'ferry',
    'gravel',
    'mud',
    'bad',
    'impassable',
    'grade3',
    '50',
    '30 mph',
    'none',
    '0',
    '1',
    '2',
    '-1',
    'reversible',
    'roundabout',
    'gate',
    'bollard',
    'PT5M',
    '',
    ';',
    'constructor',
    '__proto__',
    'toString',
    'a;b',
    'no;yes',
    '\u0000',
    'ᠮᠣᠩᠭᠣᠯ',
    '999999999999999999999',
    '1e9',
    'NaN',
  ];

  it.each(Object.values(PROFILES))('$mode: a rule is null, or has sound speeds and delays', (profile) => {
    const random = seeded(20251121);
    for (let i = 0; i < 20_000; i++) {
      const tags: Record<string, string> = { highway: values[random(values.length)] };
      for (let n = random(6); n > 0; n--) tags[keys[random(keys.length)]] = values[random(values.length)];
      checkWay(profile.way(tags), JSON.stringify(tags));
      const node = profile.node(tags);
      if (node !== null) expect(node.delay_s, JSON.stringify(tags)).toBeGreaterThanOrEqual(0);
      expect([null, 'no', 'only']).toContain(profile.restriction(tags));
    }
  });

  function checkWay(rule: WayRule | null, tags: string): void {
    if (rule === null) return;
    expect(
      [rule.forward.access, rule.backward.access].some((access) => access !== 'none'),
      tags,
    ).toBe(true);
    for (const { access, speed_kmh, why } of [rule.forward, rule.backward]) {
      expect(['free', 'ends', 'none'], tags).toContain(access);
      if (access !== 'none' && (speed_kmh < 1 || speed_kmh > 112)) expect.fail(`${tags}: ${speed_kmh} km/h`);
      expect(why, tags).not.toBe('');
    }
    if (rule.duration_s !== null && !(rule.duration_s > 0)) expect.fail(`${tags}: ${rule.duration_s} s`);
  }
});
