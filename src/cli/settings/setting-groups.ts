import { ANSWER_SETTINGS, REVERSE_SETTINGS } from './answer-settings.js';
import { CONSOLE_SETTINGS } from './console-settings.js';
import { DATA_SETTINGS, IMPORT_SETTINGS } from './data-settings.js';
import { KEY_SETTINGS } from './key-settings.js';
import { LOG_SETTINGS, MAP_SETTINGS, SERVER_SETTINGS } from './server-settings.js';
import { SOURCE_SETTINGS } from './source-settings.js';

/**
 * The settings that most deployments change. They come first in the docs, and `gazarch serve --help` shows
 * only these.
 */
export const COMMON_SETTINGS = [
  ...(['data', 'dataset', 'host', 'port', 'trustProxy', 'metricsPort'] as const),
  ...(['database', 'defaultRateLimit', 'maxRouteDistance_m'] as const),
  ...(['console', 'consoleUrl', 'publicUrl'] as const),
];

/** The settings in `gazarch console --help`. */
export const COMMON_CONSOLE_SETTINGS = [
  ...(['data', 'dataset', 'trustProxy', 'database'] as const),
  ...(['consoleHost', 'consolePort', 'consoleUrl', 'publicUrl', 'openSignUp', 'smtp', 'mailFrom'] as const),
];

/** The subjects of settings, in the order of the docs and the help texts. */
export const SETTING_GROUPS = [
  ['Data', DATA_SETTINGS],
  ['Import', IMPORT_SETTINGS],
  ['Sources', SOURCE_SETTINGS],
  ['Server', SERVER_SETTINGS],
  ['Map page', MAP_SETTINGS],
  ['Metrics and log', LOG_SETTINGS],
  ['Keys and limits', KEY_SETTINGS],
  ['Routes', ANSWER_SETTINGS],
  ['Reverse lookups', REVERSE_SETTINGS],
  ['Console', CONSOLE_SETTINGS],
] as const;
