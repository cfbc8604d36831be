import type { Position } from '../../../geo/position.js';
import type { MoreOfRoute, RouteRequest } from '../../../sources/router.js';
import type { TravelMode } from '../../../travel-mode.js';
import type { Query } from '../../../wire/query-string.js';
import type { HttpSettings } from '../../core/settings.js';
import { greatCircle_m, MOST_VIA } from '../../route/route-parameters.js';
import type { CompatRequest } from '../compat-endpoint.js';
import { osrmError } from './osrm-errors.js';
import type { GeometryForm } from './osrm-line.js';
import {
  fitted,
  invalidOption,
  optionsOf,
  readGeneral,
  readSwitch,
  readWord,
  readWords,
  type GeneralOptions,
} from './osrm-options.js';
import { readTarget } from './osrm-target.js';

const ANNOTATIONS = ['duration', 'distance', 'weight', 'speed', 'datasources'] as const;
export type Annotation = (typeof ANNOTATIONS)[number];

/** The options that determine how a route is written. */
export interface RouteForm {
  mode: TravelMode;
  general: GeneralOptions;
  hasSteps: boolean;
  annotations: readonly Annotation[];
  geometries: GeometryForm;
  overview: (typeof OVERVIEWS)[number];
}

export interface OsrmRouteRequest extends RouteForm {
  route: RouteRequest & { more: MoreOfRoute };
}

export const FORM_OPTIONS = ['steps', 'annotations', 'geometries', 'overview'];
const OPTIONS = [...FORM_OPTIONS, 'alternatives', 'continue_straight', 'waypoints'];
const GEOMETRIES = ['polyline', 'polyline6', 'geojson'] as const;
const OVERVIEWS = ['simplified', 'full', 'by_legs', 'false'] as const;

/**
 * The maximum number of alternatives in `/v1/route`. OSRM also returns fewer alternatives than requested if
 * there are no good ones.
 */
const MOST_ALTERNATIVES = 2;

/** @throws OperatingError INVALID_REQUEST */
export function readOsrmRoute(
  { rest, query }: CompatRequest,
  { maxRouteDistance_m }: HttpSettings,
): OsrmRouteRequest {
  const { mode, points } = readTarget(rest);
  const values = optionsOf(query, OPTIONS);
  const read = readForm(values);
  const alternatives = readAlternatives(values.get('alternatives') ?? 'false');
  const straight = readWord(values, 'continue_straight', ['default', 'true', 'false'], 'default');
  if (points.length < 2)
    throw osrmError('InvalidOptions', 'Number of coordinates needs to be at least two.', 'coordinates');
  const form = { ...read, mode, general: fitted(read.general, values, points) };
  const { general } = form;
  refuseRare(values, { straight, count: points.length });
  checkSize(points, maxRouteDistance_m);
  const { bearings, approaches } = general;
  const more: MoreOfRoute = {
    via: points.slice(1, -1),
    notes: false,
    legs: true,
    ...partsOf(form),
    ...(alternatives > 0 && points.length === 2 && { alternatives }),
    ...(bearings.some((bearing) => bearing !== null) && { bearings }),
    ...(approaches.includes('curb') && { approaches }),
    ...(general.exclude.length > 0 && { avoid: general.exclude }),
  };
  return {
    route: { origin: points[0], destination: points[points.length - 1], mode, more },
    ...form,
  };
}

/**
 * Parses the options without comparing their entry counts with the number of points.
 * @throws OperatingError INVALID_REQUEST
 */
export function readForm(values: Query['values']): Omit<RouteForm, 'mode'> {
  return {
    general: readGeneral(values),
    hasSteps: readSwitch(values, 'steps', false),
    annotations: readAnnotations(values.get('annotations') ?? 'false'),
    overview: readWord(values, 'overview', OVERVIEWS, 'simplified'),
    geometries: readWord(values, 'geometries', GEOMETRIES, 'polyline'),
  };
}

/** Returns the parts of a route that this format needs. */
export function partsOf(form: RouteForm): Pick<MoreOfRoute, 'steps' | 'geometry' | 'language'> {
  // The durations of the line's pieces are computed from the steps.
  const steps = form.hasSteps || form.annotations.length > 0;
  return { steps, geometry: form.overview === 'false' && !steps ? 'ends' : 'full', language: 'mn' };
}

function checkSize(points: readonly Position[], maxDistance_m: number): void {
  if (points.length > MOST_VIA + 2)
    throw osrmError(
      'TooBig',
      `Number of entries ${points.length} is higher than current maximum (${MOST_VIA + 2})`,
      'coordinates',
    );
  for (let i = 1; i < points.length; i++)
    if (greatCircle_m(points[i - 1], points[i]) > maxDistance_m)
      throw osrmError(
        'TooBig',
        `Coordinate ${i} is farther from the previous one than the ${maxDistance_m} m allowed here ` +
          '(--max-route-distance-m).',
        'coordinates',
      );
}

/** Rejects options that would change a route in OSRM but have no effect here. */
function refuseRare(
  values: ReadonlyMap<string, string>,
  { straight, count }: { straight: string; count: number },
): void {
  if (straight === 'true' && count > 2)
    throw osrmError(
      'NotImplemented',
      'continue_straight=true is not supported: routes may turn back at intermediate points.',
      'continue_straight',
    );
  const waypoints = values.get('waypoints');
  if (waypoints !== undefined && waypoints !== Array.from({ length: count }, (_, i) => i).join(';'))
    throw osrmError('NotImplemented', 'waypoints must include every coordinate.', 'waypoints');
}

function readAlternatives(text: string): number {
  if (text === 'false') return 0;
  if (text === 'true') return 1;
  if (!/^\d{1,3}$/.test(text)) throw invalidOption('alternatives', 'true, false or a number');
  return Math.min(Number(text), MOST_ALTERNATIVES);
}

/** `true` means all annotations except node ids, which are unknown to this service. */
function readAnnotations(text: string): readonly Annotation[] {
  if (text === 'false') return [];
  if (text === 'true') return ANNOTATIONS;
  const words = readWords(text, 'annotations', [...ANNOTATIONS, 'nodes']);
  if (words.includes('nodes'))
    throw osrmError('NotImplemented', 'annotations=nodes is not supported.', 'annotations');
  return ANNOTATIONS.filter((name) => words.includes(name));
}
