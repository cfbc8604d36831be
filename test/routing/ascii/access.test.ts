import { describeRoutes } from './ascii-cases.js';

/** The short way AB has the tags under test; ACDB is the long way round. */
const around = (tags: string, highway = 'residential') => ({
  picture: `
    X-1-A------B-2-Y
        |      |
        |      |
        C------D
  `,
  ways: { XA: '', AB: `highway=${highway}${tags === '' ? '' : `, ${tags}`}`, BY: '', ACDB: '' },
});

const OPEN = ['1AB2', '2BA1'] as const;
const CLOSED = ['1ACDB2', '2BDCA1'] as const;
const ONLY_FORWARD = ['1AB2', '2BDCA1'] as const;
const ONLY_BACKWARD = ['1ACDB2', '2BA1'] as const;

describeRoutes('values of access tags', around, [
  ['', ...OPEN],
  ['access=yes', ...OPEN],
  ['access=permissive', ...OPEN],
  ['access=designated', ...OPEN],
  ['access=official', ...OPEN],
  ['access=public', ...OPEN],
  ['access=unknown', ...OPEN],
  ['access=no', ...CLOSED],
  ['motor_vehicle=agricultural', ...CLOSED],
  ['motor_vehicle=forestry', ...CLOSED],
  ['access=emergency', ...CLOSED],
  ['access=psv', ...CLOSED],
  ['access=bus', ...CLOSED],
  ['access=military', ...CLOSED],
  ['access=restricted', ...CLOSED],
  ['access=private', ...CLOSED],
  ['access=destination', ...CLOSED],
  ['access=customers', ...CLOSED],
  ['motor_vehicle=delivery', ...CLOSED],
  ['access=permit', ...CLOSED],
  ['access=residents', ...CLOSED],
  ...['discouraged', 'motorcar', 'motor_vehicle', 'vehicle'].map(
    (value) => [`access=${value}`, ...OPEN] as const,
  ),
  ...['customer', 'resident', 'employees', 'staff', 'taxi'].map(
    (value) => [`access=${value}`, ...CLOSED] as const,
  ),
]);

describeRoutes('the most specific key wins', around, [
  ['access=no, vehicle=yes', ...OPEN],
  ['access=yes, vehicle=no', ...CLOSED],
  ['vehicle=no, motor_vehicle=yes', ...OPEN],
  ['vehicle=yes, motor_vehicle=no', ...CLOSED],
  ['motor_vehicle=no, motorcar=yes', ...OPEN],
  ['motor_vehicle=yes, motorcar=no', ...CLOSED],
  ['access=no, motorcar=yes', ...OPEN],
  ['access=yes, vehicle=yes, motor_vehicle=yes, motorcar=no', ...CLOSED],
  ['access=private, motor_vehicle=permissive', ...OPEN],
  ['access=no, foot=yes', ...CLOSED],
  ['access=no, bicycle=yes', ...CLOSED],
  ['access=no, motorcycle=yes', ...CLOSED],
  ['access=no, bus=yes, psv=yes', ...CLOSED],
  ['foot=no, bicycle=no', ...OPEN],
  // An unknown value says nothing, so the next key decides.
  ['access=no, motorcar=sometimes', ...CLOSED],
  ['access=yes, motorcar=sometimes', ...OPEN],
]);

describeRoutes('keys for one direction', around, [
  ['motor_vehicle:backward=no', ...ONLY_FORWARD],
  ['motor_vehicle:forward=no', ...ONLY_BACKWARD],
  ['access:backward=no', ...ONLY_FORWARD],
  ['vehicle:forward=no', ...ONLY_BACKWARD],
  ['motorcar:backward=no', ...ONLY_FORWARD],
  ['motor_vehicle=no, motor_vehicle:forward=yes', ...ONLY_FORWARD],
  ['motor_vehicle=yes, access:backward=no', ...OPEN],
  ['motorcar=yes, motor_vehicle:backward=no', ...OPEN],
  ['access=no, motorcar:backward=yes', ...ONLY_BACKWARD],
  ['access:forward=no, access:backward=no', ...CLOSED],
  ['motor_vehicle:backward=destination', ...ONLY_FORWARD],
  ['foot:backward=no', ...OPEN],
]);

describeRoutes('several values: the most permissive', around, [
  ['motor_vehicle=agricultural;forestry', ...CLOSED],
  ['motor_vehicle=agricultural;yes', ...OPEN],
  ['motor_vehicle=no;permissive', ...OPEN],
  ['motor_vehicle=destination;agricultural', ...CLOSED],
  ['motor_vehicle=agricultural,forestry', ...CLOSED],
  ['access=unknown;no', ...CLOSED],
]);

// The import keeps a road as it is at its most open. dates.test.ts has what holds at a moment.
describeRoutes('a road that is open at times is a road', around, [
  ['motor_vehicle:conditional=no @ (07:00-10:00)', ...OPEN],
  ['motor_vehicle=no, motor_vehicle:conditional=yes @ (18:00-06:00)', ...OPEN],
]);

describeRoutes('not a road, or none any more', around, [
  ['impassable=yes', ...CLOSED],
  ['status=impassable', ...CLOSED],
  ['abandoned=yes', ...CLOSED],
  ['razed=yes', ...CLOSED],
  ['removed=yes', ...CLOSED],
  // Something else is proposed there.
  ['proposed=yes', ...OPEN],
  ['disused=yes', ...OPEN],
  ['area=yes', ...CLOSED],
  ['area=no', ...OPEN],
  ['type=multipolygon', ...CLOSED],
  ['construction=residential', ...CLOSED],
  ['construction=yes', ...CLOSED],
  ['construction=minor', ...OPEN],
  ['construction=widening', ...OPEN],
  ['construction=no', ...OPEN],
]);

describeRoutes('classes that are no roads for cars', (highway) => around('', highway), [
  ['residential', ...OPEN],
  ['track', ...OPEN],
  ['service', ...OPEN],
  ['construction', ...CLOSED],
  ['proposed', ...CLOSED],
  ['steps', ...CLOSED],
  ['footway', ...CLOSED],
  ['path', ...CLOSED],
  ['cycleway', ...CLOSED],
  ['bridleway', ...CLOSED],
  ['pedestrian', ...CLOSED],
  ['corridor', ...CLOSED],
  ['platform', ...CLOSED],
  ['raceway', ...CLOSED],
  ['something', ...CLOSED],
  ['constructor', ...CLOSED],
]);

describeRoutes('ways for others, opened by a key of the car', (tags) => around(tags, 'pedestrian'), [
  ['motor_vehicle=yes', ...OPEN],
  ['motorcar=designated', ...OPEN],
  ['motorcar:forward=yes', ...ONLY_FORWARD],
  ['motor_vehicle:backward=yes', ...ONLY_BACKWARD],
  ['motor_vehicle=no', ...CLOSED],
  ['access=yes', ...CLOSED],
  ['vehicle=yes', ...CLOSED],
  ['motor_vehicle=destination', ...CLOSED],
  ['motor_vehicle=sometimes', ...CLOSED],
]);

describeRoutes('steps stay closed, footways do not', (highway) => around('motor_vehicle=yes', highway), [
  ['steps', ...CLOSED],
  ['footway', ...OPEN],
  ['busway', ...OPEN],
]);
describeRoutes('a footway is no road', (tags) => around(tags, 'footway'), [
  ['', ...CLOSED],
  ['access=yes', ...CLOSED],
  ['motorcar=yes', ...OPEN],
]);

describeRoutes('service roads', (tags) => around(tags, 'service'), [
  ['service=driveway', ...OPEN],
  ['service=parking_aisle', ...OPEN],
  ['service=emergency_access', ...CLOSED],
]);

describeRoutes('size limits: a car is 2.0 m wide, 1.9 m high, 4.8 m long, 2 t', around, [
  ['maxwidth=1.9', ...CLOSED],
  ['maxwidth=2', ...OPEN],
  ["maxwidth=6'", ...CLOSED],
  ['maxwidth:physical=1.8', ...CLOSED],
  ['width=1.5', ...CLOSED],
  ['maxheight=1.80', ...CLOSED],
  ['maxheight=1.9', ...OPEN],
  ['maxheight=6\'2"', ...CLOSED],
  ['maxheight=6\'6"', ...OPEN],
  ['maxheight=default', ...OPEN],
  ['maxheight=none', ...OPEN],
  ['maxheight:physical=1.7 m', ...CLOSED],
  ['maxlength=4', ...CLOSED],
  ['maxlength=12', ...OPEN],
  ['maxweight=1.5', ...CLOSED],
  ['maxweight=1800 kg', ...CLOSED],
  ['maxweight=3.5', ...OPEN],
  ['maxweight=none', ...OPEN],
  ['maxweightrating=1.5', ...CLOSED],
  ['maxweightrating=3.5', ...OPEN],
]);
