import { TRAVEL_MODES, type TravelMode } from '../travel-mode.js';
import { parseEngineUrls } from './engine-url.js';

/** Engines that compute routes over HTTP. */
const ROUTER_ENGINES = ['osrm', 'valhalla'] as const;
export type RouterEngine = (typeof ROUTER_ENGINES)[number];

/** The modes for which the engine at an address is used, unless the setting names a mode. */
const OWN_MODES: Readonly<Record<RouterEngine, readonly TravelMode[]>> = {
  // An OSRM process has one profile and uses it for every mode, without a warning.
  osrm: ['driving'],
  valhalla: TRAVEL_MODES,
};

/** The engine that computes routes for some of the modes. */
export interface EngineAddress {
  engine: RouterEngine;
  /**
   * The URLs of one engine, or of several with the same data: http or https, optionally with user, password
   * and path.
   */
  urls: readonly URL[];
  modes: readonly TravelMode[];
}

/** A router chosen by the deployment. */
export type RouterChoice = 'embedded' | 'none' | readonly EngineAddress[];

const ADDRESS = new RegExp(`^(${ROUTER_ENGINES.join('|')})\\+(https?://.+)$`, 's');
const OF_MODE = new RegExp(`^(${TRAVEL_MODES.join('|')})=(.+)$`, 's');

/**
 * Parses the router setting: one router, or several separated by commas, each of which is used when the
 * previous ones are down.
 * @returns undefined for any other text
 */
export function parseRouterChoices(text: string): readonly RouterChoice[] | undefined {
  const choices = text.split(',').map((part) => parseRouterChoice(part.trim()));
  if (choices.includes(undefined)) return undefined;
  const known = choices as RouterChoice[];
  if (
    known.length > 1 &&
    (known.includes('none') || known.indexOf('embedded') !== known.lastIndexOf('embedded'))
  )
    return undefined;
  return known;
}

/**
 * Parses one router: `embedded`, `none`, `osrm+http://host:port`, `valhalla+https://host/path`, several
 * identical engines, `osrm+http://a|b:5001`, or an address for each mode:
 * `driving=osrm+http://a;walking=osrm+http://b`.
 * @returns undefined for any other text
 */
export function parseRouterChoice(text: string): RouterChoice | undefined {
  if (text === 'embedded' || text === 'none') return text;
  if (!OF_MODE.test(text)) {
    const address = parseAddress(text);
    return address === undefined ? undefined : [address];
  }
  const addresses = text.split(';').map((part) => {
    const [, mode, own] = OF_MODE.exec(part.trim()) ?? [];
    const address = own === undefined ? undefined : parseAddress(own);
    return address === undefined ? undefined : { ...address, modes: [mode as TravelMode] };
  });
  if (addresses.includes(undefined)) return undefined;
  const known = addresses as EngineAddress[];
  return new Set(known.map(({ modes }) => modes[0])).size === known.length ? known : undefined;
}

function parseAddress(text: string): EngineAddress | undefined {
  const [, engine, rest] = ADDRESS.exec(text) ?? [];
  const urls = rest === undefined ? [undefined] : parseEngineUrls(rest);
  if (urls.includes(undefined)) return undefined;
  return { engine: engine as RouterEngine, urls: urls as URL[], modes: OWN_MODES[engine as RouterEngine] };
}
