import { describeRoutes, describeSpeeds } from './ascii-cases.js';

/** The short way AB has the tags under test; ACDB is the long way round. */
const around = (tags: string) => ({
  picture: `
    X-1-A------B-2-Y
        |      |
        |      |
        C------D
  `,
  ways: { XA: '', AB: tags, BY: '', ACDB: '' },
});

const OPEN = ['1AB2', '2BA1'] as const;
const CLOSED = ['1ACDB2', '2BDCA1'] as const;
const ONLY_FORWARD = ['1AB2', '2BDCA1'] as const;
const ONLY_BACKWARD = ['1ACDB2', '2BA1'] as const;

describeRoutes(
  'where one walks',
  around,
  [
    ['highway=residential', ...OPEN],
    ['highway=primary', ...OPEN],
    ['highway=trunk', ...OPEN],
    ['highway=trunk_link', ...OPEN],
    ['highway=track', ...OPEN],
    ['highway=path', ...OPEN],
    ['highway=footway', ...OPEN],
    ['highway=pedestrian', ...OPEN],
    ['highway=pedestrian, area=yes', ...OPEN],
    ['highway=living_street', ...OPEN],
    ['highway=service, service=emergency_access', ...OPEN],
    ['highway=steps', ...OPEN],
    ['highway=platform', ...OPEN],
    ['railway=platform', ...OPEN],
    ['public_transport=platform', ...OPEN],
    ['man_made=pier', ...OPEN],
    ['highway=corridor', ...OPEN],
    ['highway=footway, surface=mud, smoothness=impassable', ...OPEN],
    ['highway=footway, maxwidth=0.8, maxheight=1.5', ...OPEN],
  ],
  'walking',
);

describeRoutes(
  'where nobody walks',
  around,
  [
    ['highway=motorway', ...CLOSED],
    ['highway=motorway_link', ...CLOSED],
    ['highway=motorway, access=yes', ...CLOSED],
    ['highway=motorway, foot=no', ...CLOSED],
    ['highway=trunk, motorroad=yes', ...CLOSED],
    ['highway=trunk, motorroad=yes, access=yes', ...CLOSED],
    ['highway=construction', ...CLOSED],
    ['highway=proposed', ...CLOSED],
    ['highway=raceway', ...CLOSED],
    ['highway=footway, construction=yes', ...CLOSED],
    ['highway=via_ferrata', ...CLOSED],
    ['highway=path, sac_scale=difficult_alpine_hiking', ...CLOSED],
    ['waterway=river', ...CLOSED],
  ],
  'walking',
);

describeRoutes(
  'foot before access',
  around,
  [
    ['highway=residential, foot=no', ...CLOSED],
    ['highway=residential, access=no', ...CLOSED],
    ['highway=residential, access=no, foot=yes', ...OPEN],
    ['highway=residential, access=yes, foot=no', ...CLOSED],
    ['highway=residential, foot=use_sidepath', ...CLOSED],
    ['highway=residential, sidewalk=separate', ...OPEN],
    ['highway=residential, sidewalk=separate, foot=use_sidepath', ...CLOSED],
    ['highway=residential, sidewalk=no', ...OPEN],
    ['highway=motorway, foot=yes', ...OPEN],
    ['highway=motorway_link, foot=designated', ...OPEN],
    ['highway=residential, motor_vehicle=no', ...OPEN],
    ['highway=residential, vehicle=no, motorcar=private', ...OPEN],
    ['highway=residential, access=military', ...CLOSED],
    ['highway=trunk, motorroad=yes, foot=yes', ...OPEN],
    ['highway=footway, foot=permissive', ...OPEN],
    ['highway=residential, foot=unknown', ...OPEN],
  ],
  'walking',
);

describeRoutes(
  'values of access tags',
  (value) => around(`highway=residential, access=${value}`),
  [
    ...[
      'yes',
      'designated',
      'permissive',
      'official',
      'public',
      'discouraged',
      'destination',
      'delivery',
      'agricultural',
      'forestry',
      'emergency',
      'foot',
      'sometimes',
    ].map((value) => [value, ...OPEN] as const),
    ...['private', 'customers', 'customer', 'permit', 'residents', 'resident', 'employees', 'staff'].map(
      (value) => [value, ...CLOSED] as const,
    ),
    ...['no', 'use_sidepath', 'military', 'restricted', 'psv', 'bus', 'taxi'].map(
      (value) => [value, ...CLOSED] as const,
    ),
  ],
  'walking',
);

describeRoutes(
  'every class of road',
  (highway) => around(`highway=${highway}`),
  [
    ...[
      'primary_link',
      'secondary',
      'secondary_link',
      'tertiary',
      'tertiary_link',
      'unclassified',
      'road',
      'trail',
      'elevator',
      'winter_road',
      'ice_road',
    ].map((highway) => [highway, ...OPEN] as const),
  ],
  'walking',
);

describeRoutes(
  'ways for bicycles, and ways for horses with foot access',
  around,
  [
    ['highway=cycleway', ...OPEN],
    ['highway=cycleway, access=no', ...CLOSED],
    ['highway=cycleway, foot=yes', ...OPEN],
    ['highway=cycleway, foot=designated', ...OPEN],
    ['highway=cycleway, foot=no', ...CLOSED],
    ['highway=cycleway, access=yes', ...OPEN],
    ['highway=cycleway, access=no, foot=yes', ...OPEN],
    ['highway=bridleway', ...CLOSED],
    ['highway=bridleway, foot=yes', ...OPEN],
  ],
  'walking',
);

describeRoutes(
  'one-ways',
  around,
  [
    ['highway=residential, oneway=yes', ...OPEN],
    ['highway=residential, junction=roundabout', ...OPEN],
    ['highway=footway, oneway=yes', ...OPEN],
    ['highway=residential, oneway=yes, oneway:foot=yes', ...ONLY_FORWARD],
    ['highway=footway, oneway:foot=yes', ...ONLY_FORWARD],
    ['highway=footway, oneway:foot=-1', ...ONLY_BACKWARD],
    ['highway=footway, oneway:foot=no', ...OPEN],
    ['highway=footway, foot:backward=no', ...ONLY_FORWARD],
    ['highway=footway, access:forward=no', ...ONLY_BACKWARD],
    ['highway=steps, conveying=yes', ...OPEN],
    ['highway=steps, conveying=forward', ...ONLY_FORWARD],
    ['highway=steps, conveying=backward', ...ONLY_BACKWARD],
    ['highway=footway, conveying=forward', ...ONLY_FORWARD],
    ['highway=steps, conveying=reversible', ...OPEN],
    // An escalator that runs the other way at times.
    ['highway=steps, conveying=forward, oneway=no', ...OPEN],
    ['highway=steps, conveying=forward, oneway=yes', ...ONLY_FORWARD],
    // A street does not move.
    ['highway=residential, conveying=forward', ...OPEN],
  ],
  'walking',
);

describeRoutes(
  'roads of buses, and escalators',
  (tags) => ({
    picture: `
    X1A-----B2Y
      |     |
      |     |
      C-----D`,
    ways: { XA: '', AB: tags, BY: '', ACDB: '' },
  }),
  [
    ['highway=busway', '1ACDB2'],
    ['highway=busway, access=yes', '1ACDB2'],
    ['highway=busway, foot=yes', '1AB2', '2BA1'],
    ['highway=bus_guideway, foot=designated', '1AB2'],
    ['highway=steps, conveying=yes, oneway=yes', '1AB2', '2BDCA1'],
    ['highway=footway, conveying=yes, oneway=-1', '1ACDB2', '2BA1'],
    ['highway=steps, conveying=yes', '1AB2', '2BA1'],
    ['highway=steps, oneway=yes', '1AB2', '2BA1'],
    ['highway=steps, conveying=forward, oneway=no', '1AB2', '2BA1'],
  ],
  'walking',
);

describeSpeeds(
  'speeds on foot',
  [
    ['highway=residential', 5],
    ['highway=trunk, maxspeed=80', 5],
    ['highway=track, surface=sand, tracktype=grade5', 5],
    ['highway=footway', 5],
    ['highway=steps', 4],
    ['highway=path, sac_scale=hiking', 5],
    ['highway=path, sac_scale=mountain_hiking', 4],
    ['highway=path, sac_scale=demanding_mountain_hiking', 3],
    ['highway=path, sac_scale=alpine_hiking', 2],
    ['highway=motorway', 0],
    ['highway=path, sac_scale=demanding_alpine_hiking', 0],
    ['highway=path, sac_scale=difficult_alpine_hiking', 0],
    ['highway=path, sac_scale=hiking;mountain_hiking', 4],
  ],
  'walking',
);

describeRoutes(
  'turn restrictions do not apply',
  () => ({
    picture: `
    A--B
       |
       C
  `,
    ways: { AB: '', BC: '' },
    restrictions: ['AB B BC: restriction=no_right_turn'],
  }),
  [['', 'ABC', 'CBA']],
  'walking',
);

describeRoutes(
  'an area is walked along its edge',
  () => ({
    picture: `
    X-1-A------B
        |      |
        D------C-2-Y
  `,
    ways: { XA: '', ABCDA: 'highway=pedestrian, area=yes', CY: '' },
  }),
  [['', '1ABC2', 'DA1', 'BC2']],
  'walking',
);
