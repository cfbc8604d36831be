import { HTTP_DEFAULTS } from '../../http/core/settings.js';
import { parseGeocoderChoice } from '../../sources/geocoder-choice.js';
import { postgisFault } from '../../sources/postgis-address.js';
import { parseRouterChoices } from '../../sources/router-choice.js';
import { wholeNumber, type SettingEntry, type SettingList } from './setting-kinds.js';

/** Settings for the data sources of routes and searches. */
export const SOURCE_SETTINGS = {
  router: {
    default: 'embedded',
    description: 'Source of routes: the dataset, none, or an external engine.',
    allowed:
      '`embedded`, `none`, `osrm+http://host:5000`, `valhalla+http://host:8002`, or one for each mode: ' +
      '`driving=osrm+http://a:5000;walking=osrm+http://b:5000`; ' +
      'several equivalent engines, in quotes: `"osrm+http://a:5000|b:5000"`; ' +
      'several sources, separated by commas, each used when the ones before it are unavailable',
    parse: (text) => (parseRouterChoices(text) === undefined ? undefined : text),
  },
  geocoder: {
    default: 'embedded',
    description: 'Source of searches and reverse lookups: the dataset, none, or an external engine.',
    allowed: '`embedded`, `none`, `nominatim+http://host:8088`, or `postgis://user:password@host/database`',
    parse: (text) => (parseGeocoderChoice(text) === undefined ? undefined : text),
    fault: postgisFault,
  } as SettingEntry<string>,
  require: {
    default: HTTP_DEFAULTS.require,
    isList: true,
    description:
      'The sources that must work for `/health/ready` to answer 200; `any`: one of them is enough.',
    allowed: '`any`, or `geocoding` and `routing`, separated by commas',
    parse: (text) => (/^(any|(geocoding|routing)(,(geocoding|routing))?)$/.test(text) ? text : undefined),
  },
  sourceConnections: wholeNumber({
    // An engine has one thread per core, and further requests would only wait there.
    default: 16,
    min: 1,
    max: 1_000,
    description:
      'Maximum number of connections from each worker to an external engine; further requests wait.',
  }),
} satisfies SettingList;
