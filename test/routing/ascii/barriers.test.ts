import { describe, expect, it } from 'vitest';
import { describeRoutes, secondsOf, type RouteRow } from './ascii-cases.js';

/** G has the tags under test. */
const through = (tags: string) => ({
  picture: 'X-1--A---G---B--2-Y',
  ways: { XAGBY: '' },
  nodes: { G: tags },
});

const passes = (tags: string): RouteRow => [tags, '1AGB2', '2BGA1'];
const blocks = (tags: string): RouteRow => [tags, '1x2', '2x1'];

describeRoutes(
  'barriers that a car passes',
  through,
  [
    'barrier=gate',
    'barrier=lift_gate',
    'barrier=swing_gate',
    'barrier=toll_booth',
    'barrier=border_control',
    'barrier=cattle_grid',
    'barrier=entrance',
    'barrier=fence, sensory=audio',
    'barrier=fence, sensory=audible',
    'barrier=kerb, kerb=flush',
    'barrier=kerb, kerb=lowered',
    'barrier=bollard, bollard=rising',
    'barrier=no',
    'barrier=height_restrictor',
    'barrier=height_restrictor, maxheight=2.1',
    'highway=traffic_signals',
    'highway=crossing',
    'ford=yes',
  ].map(passes),
);

describeRoutes(
  'barriers that block a car',
  through,
  [
    'barrier=bollard',
    'barrier=bollard, bollard=removable',
    'barrier=block',
    'barrier=chain',
    'barrier=fence',
    'barrier=fence, sensory=visual',
    'barrier=fence, sensory=audio, access=no',
    'barrier=wall',
    'barrier=jersey_barrier',
    'barrier=kerb',
    'barrier=kerb, kerb=raised',
    'barrier=cycle_barrier',
    'barrier=stile',
    'barrier=turnstile',
    'barrier=kissing_gate',
    'barrier=log',
    'barrier=debris',
    'barrier=yes',
    'barrier=something',
    'barrier=height_restrictor, maxheight=1.8',
    'barrier=gate, maxwidth=1.5',
    'barrier=gate;bollard',
  ].map(blocks),
);

describeRoutes('an access tag on the barrier wins', through, [
  passes('barrier=bollard, motor_vehicle=yes'),
  passes('barrier=bollard, access=yes'),
  passes('barrier=block, motorcar=permissive'),
  blocks('barrier=gate, access=no'),
  blocks('barrier=gate, motor_vehicle=no'),
  blocks('barrier=gate, vehicle=no'),
  blocks('barrier=gate, access=yes, motorcar=no'),
  passes('barrier=gate, access=no, motorcar=yes'),
  blocks('barrier=gate, access=no, foot=yes, bicycle=yes'),
  passes('barrier=gate, foot=no'),
  blocks('barrier=gate, motor_vehicle=agricultural'),
  blocks('barrier=bollard, access=sometimes'),
]);

describeRoutes('a sign at a node without a barrier', through, [
  blocks('ford=yes, motor_vehicle=no'),
  blocks('ford=yes, access=no'),
  blocks('highway=ford, vehicle=no'),
  blocks('motorcar=no'),
  blocks('access=no'),
  blocks('highway=turning_circle, motor_vehicle=no'),
  passes('ford=yes, access=no, motorcar=yes'),
  passes('motor_vehicle=yes'),
  passes('foot=no'),
  // Of a bus stop or an entrance the tag is about something else, and who crosses does not drive along.
  passes('highway=bus_stop, access=no'),
  passes('amenity=parking_entrance, access=no'),
  passes('highway=crossing, motor_vehicle=no'),
  passes('railway=level_crossing, access=no'),
]);

describeRoutes('locks', through, [
  blocks('barrier=gate, locked=yes'),
  blocks('barrier=gate, locked=yes, access=yes'),
  passes('barrier=gate, locked=yes, motor_vehicle=yes'),
  passes('barrier=gate, locked=no'),
  passes('barrier=no, locked=yes'),
]);

describeRoutes(
  'a blocked node can still be started from and arrived at',
  () => ({
    picture: 'X--1--G--2--Y',
    ways: { XGY: '' },
    nodes: { G: 'barrier=bollard' },
  }),
  [['', '1x2', '1G', 'G2']],
);

describe('delays at nodes', () => {
  const plain_s = secondsOf(through('name=nothing'), '1AGB2');
  it.each([
    ['barrier=gate', 20],
    ['barrier=swing_gate', 20],
    ['barrier=lift_gate', 10],
    ['barrier=toll_booth', 10],
    ['barrier=cattle_grid', 2],
    ['barrier=bollard, bollard=rising', 10],
    ['barrier=bollard, motor_vehicle=yes', 0],
    ['barrier=entrance', 0],
    ['barrier=kerb, kerb=flush', 0],
    ['highway=traffic_signals', 2],
    ['highway=stop', 2],
    ['highway=give_way', 1],
    ['highway=crossing', 0],
    ['crossing=traffic_signals', 0],
    ['traffic_calming=choker', 0],
    ['highway=crossing, crossing=traffic_signals', 2],
    ['highway=crossing, crossing:signals=yes', 2],
    ['ford=yes', 15],
    ['ford=no', 0],
    ['traffic_calming=hump', 2],
    ['traffic_calming=bump;table', 2],
    ['highway=stop, traffic_calming=bump', 4],
    ['barrier=gate, highway=stop', 22],
  ])('%s costs %d s', (tags, delay_s) => {
    expect(secondsOf(through(tags), '1AGB2') - plain_s).toBeCloseTo(delay_s, 6);
    expect(secondsOf(through(tags), '2BGA1') - plain_s).toBeCloseTo(delay_s, 6);
  });

  it('nothing is paid at the node where a route starts or ends', () => {
    const drawing = through('barrier=gate');
    expect(secondsOf(drawing, '1AG')).toBeCloseTo(secondsOf(through(''), '1AG'), 6);
    expect(secondsOf(drawing, 'GB2')).toBeCloseTo(secondsOf(through(''), 'GB2'), 6);
  });
});

const walks = (tags: string): RouteRow => [tags, '1AGB2', '2BGA1'];

describeRoutes(
  'barriers that a walker passes',
  through,
  [
    'barrier=gate',
    'barrier=bollard',
    'barrier=block',
    'barrier=chain',
    'barrier=jersey_barrier',
    'barrier=stile',
    'barrier=kissing_gate',
    'barrier=turnstile',
    'barrier=cycle_barrier',
    'barrier=lift_gate',
    'barrier=kerb',
    'barrier=yes',
    'barrier=log',
    'barrier=toll_booth',
    'barrier=wall, foot=yes',
    'barrier=gate, motor_vehicle=no',
    'barrier=no, locked=yes',
    'barrier=gate, access=no, foot=yes',
    'barrier=gate, locked=yes, foot=yes',
    'barrier=fence, access=yes',
    'maxheight=1.5',
    'highway=traffic_signals',
  ].map(walks),
  'walking',
);

describeRoutes(
  'barriers that block a walker',
  through,
  [
    'barrier=wall',
    'barrier=fence',
    'barrier=city_wall',
    'barrier=hedge',
    'barrier=retaining_wall',
    'barrier=gate, locked=yes',
    'barrier=gate, locked=yes, access=yes',
    'barrier=guard_rail',
    'barrier=gate;wall',
    'barrier=gate, foot=no',
    'barrier=gate, access=no',
    'barrier=bollard, foot=no',
  ].map(blocks),
  'walking',
);
