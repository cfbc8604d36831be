/**
 * Where routes of gazarch and of OSRM agree: how much of the line, the distance and the time; and the turns
 * that their steps name. Valhalla is asked about turns, too, where it runs.
 *
 *     npm run compile-bench &&
 *       node data/bench/bench/peers/route-agreement.js --dataset DIR --osrm URL [--valhalla URL] \
 *         [--pairs 859] [--steps 200] [--skip 0]
 *
 * The engines run on the same map, as docs/sources.md says. Pairs count that both engines begin and end at
 * the same places. Steps are compared where both drive the same roads. The pairs are seeded; `--skip` leaves
 * out the first so many.
 */
import { parseArgs } from 'node:util';
import { servedPath } from '../../src/dataset/dataset-folder.js';
import { distanceM } from '../../src/geo/distance.js';
import { targetsOf } from '../http-targets.js';
import { median, startServer, stopServer } from '../server-process.js';
import { LineGrid, samplesOf, type LonLat } from './line-grid.js';

const { values: flags } = parseArgs({
  options: {
    dataset: { type: 'string' },
    osrm: { type: 'string' },
    valhalla: { type: 'string' },
    pairs: { type: 'string', default: '859' },
    steps: { type: 'string', default: '200' },
    skip: { type: 'string', default: '0' },
    show: { type: 'boolean', default: false },
  },
});
if (flags.dataset === undefined || flags.osrm === undefined)
  throw new Error('usage: bench/peers/route-agreement.js --dataset DIR --osrm URL');

/** Ends that are nearer to each other than this are the same. */
const SAME_END_M = 2;
/** So much of the line has to be the same for steps to be compared. */
const SAME_LINE = 0.995;
const LONGEST_MS = 30_000;
/** Steps at one junction, and at one roundabout. */
const NEAR_M = 35;
const RING_M = 60;

interface Step {
  type: string;
  modifier: string | null;
  exit: number | null;
  at: LonLat;
}

interface Answer {
  line: LonLat[];
  distance_m: number;
  duration_s: number;
  ends: LonLat[];
  steps: Step[];
}

/** Manoeuvres that nobody has to be told to make. */
const SILENT = ['depart', 'arrive', 'new name', 'notification', 'exit roundabout', 'exit rotary'];
const ROUND = ['roundabout', 'rotary', 'roundabout turn'];

const server = await startServer('gazarch', { dataset: flags.dataset });
const figures = { pairs: 0, overlap: 0, distance: 0, time: 0, times: [] as number[] };
const turns = { routes: 0, theirs: 0, missed: 0, ours: 0, superfluous: 0, rings: 0, exits: 0 };
try {
  const { route } = await targetsOf(servedPath(flags.dataset));
  for (const target of route.slice(Number(flags.skip))) {
    if (figures.pairs >= Number(flags.pairs) && turns.routes >= Number(flags.steps)) break;
    const [from, to] = [...target.matchAll(/=([-\d.]+,[-\d.]+)/g)].map(([, point]) => point);
    const [ours, theirs] = await Promise.all([askOurs(target), askOsrm(flags.osrm, from, to)]);
    if (ours === null || theirs === null) continue;
    if (ours.ends.some((end, i) => distanceM(...end, ...theirs.ends[i]) > SAME_END_M)) continue;
    const samples = samplesOf(ours.line);
    const shared = new LineGrid(theirs.line).share(samples);
    if (figures.pairs < Number(flags.pairs)) compareRoutes(ours, theirs, shared);
    if (shared >= SAME_LINE && turns.routes < Number(flags.steps)) {
      const other = flags.valhalla === undefined ? null : await askValhalla(flags.valhalla, from, to);
      compareSteps(ours, theirs, other);
    }
  }
} finally {
  await stopServer(server);
}
const { pairs, times } = figures;
console.log(
  `${pairs} pairs: overlap ${(figures.overlap / pairs).toFixed(3)} of the line; ` +
    `distance off by more than 10 %: ${figures.distance}; ` +
    `time by more than 30 %: ${figures.time}, median ratio ${median(times).toFixed(2)}`,
);
console.log(
  `${turns.routes} routes of the same roads: ${turns.theirs} turns of OSRM, ` +
    `${turns.missed} missed (${percent(turns.missed, turns.theirs)}); ${turns.ours} of ours, ` +
    `${turns.superfluous} superfluous (${percent(turns.superfluous, turns.ours)}); ` +
    `${turns.exits} of ${turns.rings} exits of roundabouts the same`,
);

function compareRoutes(ours: Answer, theirs: Answer, shared: number): void {
  figures.pairs++;
  figures.overlap += shared;
  if (Math.abs(ours.distance_m / theirs.distance_m - 1) > 0.1) figures.distance++;
  const ratio = ours.duration_s / theirs.duration_s;
  figures.times.push(ratio);
  if (Math.abs(ratio - 1) > 0.3) figures.time++;
}

/** A turn is missed where OSRM names one and we do not; superfluous where only we do, and not Valhalla. */
function compareSteps(ours: Answer, theirs: Answer, other: Answer | null): void {
  turns.routes++;
  const said = ({ steps }: Answer): Step[] => steps.filter(({ type }) => !SILENT.includes(type));
  const isTurn = ({ modifier, type }: Step): boolean => modifier !== 'straight' || ROUND.includes(type);
  const near = (step: Step, all: readonly Step[]): Step | undefined =>
    all.find(({ at }) => distanceM(...at, ...step.at) < (ROUND.includes(step.type) ? RING_M : NEAR_M));
  const [own, osrm] = [said(ours), said(theirs)];
  // The rest of a line may go round a block, and a roundabout there is none of ours.
  const [onOurs, onTheirs] = [new LineGrid(ours.line), new LineGrid(theirs.line)];
  for (const step of osrm.filter((each) => isTurn(each) && onOurs.share([each.at]) === 1)) {
    turns.theirs++;
    const isRing = ROUND.includes(step.type);
    const candidates = ours.steps.filter(({ type }) =>
      isRing ? ROUND.includes(type) : type !== 'depart' && type !== 'arrive',
    );
    const match = near(step, candidates);
    if (match === undefined) {
      turns.missed++;
      if (flags.show) console.log('missed', step);
    }
    if (step.exit === null || !isRing) continue;
    turns.rings++;
    if (match?.exit === step.exit) turns.exits++;
    else if (flags.show) console.log('exit', step, match);
  }
  const known = [...theirs.steps, ...(other?.steps ?? [])];
  for (const step of own.filter((each) => isTurn(each) && onTheirs.share([each.at]) === 1)) {
    turns.ours++;
    if (near(step, known) !== undefined) continue;
    turns.superfluous++;
    if (flags.show) console.log('superfluous', step);
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

async function askOurs(target: string): Promise<Answer | null> {
  const response = await fetch(`http://127.0.0.1:${server.port}${target}&steps=true`, {
    headers: { authorization: `Bearer ${server.tokens[0]}` },
  });
  const body = (await response.json()) as {
    route: { distance_meters: number; duration_seconds: number; geometry: { coordinates: LonLat[] } };
    waypoints: { location: { longitude: number; latitude: number } }[];
    steps: { maneuver: { type: string; modifier: string | null; exit?: number; location: LonLat } }[];
  };
  if (response.status !== 200) return null;
  return {
    line: body.route.geometry.coordinates,
    distance_m: body.route.distance_meters,
    duration_s: body.route.duration_seconds,
    ends: body.waypoints.map(({ location }) => [location.longitude, location.latitude]),
    steps: body.steps.map(({ maneuver }) => ({
      ...maneuver,
      exit: maneuver.exit ?? null,
      at: maneuver.location,
    })),
  };
}

interface OsrmBody {
  routes: {
    distance: number;
    duration: number;
    geometry: { coordinates: LonLat[] };
    legs: { steps: { maneuver: { type: string; modifier?: string; exit?: number; location: LonLat } }[] }[];
  }[];
  waypoints: { location: LonLat }[];
}

/** OSRM closes connections after 512 answers, so each has one of its own. */
function ask(url: string): Promise<Response> {
  return fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(LONGEST_MS) });
}

async function askOsrm(url: string, from: string, to: string): Promise<Answer | null> {
  const options = 'overview=full&geometries=geojson&steps=true&generate_hints=false';
  return answerOf(await ask(`${url}/route/v1/driving/${from};${to}?${options}`));
}

async function askValhalla(url: string, from: string, to: string): Promise<Answer | null> {
  const locations = [from, to].map((point) => {
    const [lon, lat] = point.split(',').map(Number);
    return { lon, lat };
  });
  const question = { locations, costing: 'auto', format: 'osrm', shape_format: 'geojson' };
  return answerOf(await ask(`${url}/route?json=${encodeURIComponent(JSON.stringify(question))}`));
}

async function answerOf(response: Response): Promise<Answer | null> {
  const body = (await response.json()) as OsrmBody;
  if (response.status !== 200) return null;
  const [route] = body.routes;
  return {
    line: route.geometry.coordinates,
    distance_m: route.distance,
    duration_s: route.duration,
    ends: body.waypoints.map(({ location }) => location),
    steps: route.legs[0].steps.map(({ maneuver }) => ({
      type: maneuver.type,
      modifier: maneuver.modifier ?? null,
      exit: maneuver.exit ?? null,
      at: maneuver.location,
    })),
  };
}
