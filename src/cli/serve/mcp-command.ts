import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { pino } from 'pino';
import { listDatasets } from '../../dataset/dataset-folder.js';
import { FileVerifier } from '../../dataset/verified-files.js';
import { InputError } from '../../errors.js';
import { maskUrl } from '../../masked-url.js';
import { createApp } from '../../http/app.js';
import { MemoryWindowCounter } from '../../limits/memory-window-counter.js';
import { outliveLostOutput } from '../terminal/output.js';
import { addSettingFlags, readSettings, type SettingFlags, type Settings } from '../settings/settings.js';
import { VERSION } from '../terminal/version.js';
import { OneKey } from './keys/one-key.js';
import { firstExamples } from './serve-app.js';
import { openPage } from './data/serve-map.js';
import { settledMapping, sharingAlone } from './data/map-into-memory.js';
import { urlOf } from './process/serve-port.js';
import { openSources } from './data/serve-sources.js';

interface McpFlags extends SettingFlags {
  service?: string;
  key?: string;
}

/** The variable with the key for a service. It is not one of the service's own settings. */
const KEY_VARIABLE = 'GEO_API_KEY';

/** `gazarch mcp [--service URL --key KEY]` */
export function mcpCommand(): Command {
  const command = new Command('mcp').description(
    'provide tools for AI assistants over the Model Context Protocol (on standard input and output)',
  );
  return addSettingFlags(command, ['dataset', 'maxRouteDistance_m', 'snapLimit_m', 'timeZone'])
    .option('--service <url>', 'the service to query; without it, this process answers from the dataset')
    .option('--key <key>', `API key for that service (default: the variable ${KEY_VARIABLE})`)
    .action(async ({ service, key, ...flags }: McpFlags) => {
      outliveLostOutput();
      const settings = readSettings({ ...farther(process.env), ...flags }, process.env);
      const answering =
        service === undefined
          ? await answerInside(settings)
          : { url: serviceOf(service), key: keyOf(key), close: async () => undefined };
      // The MCP code is loaded only here, because the API processes need none of it.
      const { runMcp } = await import('../../mcp/run-mcp.js');
      const onError = ({ message }: Error): void => void process.stderr.write(`gazarch: ${message}\n`);
      const { timeZone } = settings;
      await runMcp({ ...answering, version: VERSION, timeZone, hasLinks: service !== undefined, onError });
      await answering.close();
    });
}

/** Only the assistant sends requests to this process, so routes across the whole country are allowed. */
const ANY_DISTANCE_M = '3000000';

function farther({ GAZARCH_MAX_ROUTE_DISTANCE_M: said = '' }: NodeJS.ProcessEnv): SettingFlags {
  return said === '' ? { maxRouteDistanceM: ANY_DISTANCE_M } : {};
}

/**
 * Rejects a URL that contains a user name and password: the key is sent in the same header, and the assistant
 * would see them in messages.
 */
function serviceOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InputError(`--service must be an http or https URL, not "${maskUrl(given)}"`);
  if (url.username !== '' || url.password !== '')
    throw new InputError(
      `--service ${maskUrl(given)} contains a user name or password; leave them out, because the key ` +
        'is sent instead',
    );
  return given;
}

function keyOf(given: string | undefined): string {
  const key = given ?? process.env[KEY_VARIABLE] ?? '';
  if (key === '') throw new InputError(`--service needs --key, or the variable ${KEY_VARIABLE}`);
  return key;
}

interface Answering {
  url: string;
  key: string;
  close(): Promise<void>;
}

/**
 * Serves the whole API on a local port, with a key that only this process knows. The assistant uses standard
 * output, so the log goes to standard error.
 */
async function answerInside(given: Settings): Promise<Answering> {
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const settings = settledMapping({ ...given, playground: 'on', map: 'off', workers: 1 }, logger);
  if (listDatasets(settings.dataset).length === 0)
    throw new InputError(
      `there is no dataset in ${settings.dataset}; make one with "gazarch import", name another folder ` +
        'with --dataset, or use a service with --service',
    );
  const verifier = settings.mapDataset === 'on' ? new FileVerifier() : null;
  const sources = await openSources(settings, logger, {
    figures: null,
    sharing: sharingAlone(verifier, settings.dataset, logger),
  });
  const key = randomBytes(24).toString('base64url');
  const page = openPage(settings, sources.dataset, () => []);
  const app = createApp({
    ...{ geocoder: sources.geocoder, router: sources.router, keys: new OneKey(key) },
    ...(page === null ? {} : { page }),
    counter: new MemoryWindowCounter(),
    settings: { ...settings, version: VERSION, mapAskLimit: 0 },
    logger,
  });
  await firstExamples(sources.dataset, settings, { isFed: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async (): Promise<void> => {
    sources.dataset?.close();
    await app.close();
    await sources.close();
  };
  return { url: urlOf(app.server), key, close };
}
