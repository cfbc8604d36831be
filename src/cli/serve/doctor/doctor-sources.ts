import { setTimeout } from 'node:timers/promises';
import { counted } from '../../../counted.js';
import { FEED_LIMITS } from '../../../dataset-feed/feed-limits.js';
import { fetchManifest } from '../../../dataset-feed/fetch-manifest.js';
import { maskUrl } from '../../../masked-url.js';
import type { SourceState } from '../../../sources/geocoder.js';
import { parseGeocoderChoice } from '../../../sources/geocoder-choice.js';
import { parseRouterChoices } from '../../../sources/router-choice.js';
import type { Only } from '../../settings/settings.js';
import { clock } from './doctor-machine.js';
import { failure, failureOf, ok, warning, type Finding } from './doctor-finding.js';
import { openGeocoder, type GeocoderSettings } from '../data/serve-geocoder.js';

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;

type EngineSettings = GeocoderSettings & Only<'router' | 'geocoder' | 'snapLimit_m'>;

/** Checks the external engines by sending the same request as the service's monitoring does. */
export async function engines(settings: EngineSettings): Promise<Finding[]> {
  const findings: Finding[] = [];
  const note = (engine: string, reason: string | null): void => {
    const remedy = 'start it, or correct --router or --geocoder';
    findings.push(
      reason === null ? ok('engine', `${engine} answers`) : failure('engine', `${engine}: ${reason}`, remedy),
    );
  };
  const addresses = parseRouterChoices(settings.router)!.flatMap((one) =>
    typeof one === 'object' ? one : [],
  );
  if (addresses.length > 0) {
    const { openEngineRouters } = await import('../../../sources/engines/engine-routers.js');
    const { snapLimit_m, requestTimeout_ms } = settings;
    const options = { snapLimit_m, requestTimeout_ms, connections: 1, onChange: note };
    const opened = openEngineRouters(addresses, options);
    await opened.start();
    await opened.close();
  }
  const choice = parseGeocoderChoice(settings.geocoder)!;
  if (typeof choice === 'object') {
    const opened = await openGeocoder(choice, settings, { dataset: null, figures: null, note });
    const isAsking = (): boolean => (opened.geocoder.state() satisfies SourceState) === 'loading';
    while (isAsking()) await setTimeout(20);
    await opened.close();
  }
  return findings;
}

/** Checks the server of published datasets: its manifest, clock and certificate. */
export async function feed(url: URL): Promise<Finding[]> {
  const name = maskUrl(url);
  let end_ms = NaN;
  let ahead_ms = NaN;
  try {
    const { manifest } = await fetchManifest(url, null, {
      limits: FEED_LIMITS,
      signal: AbortSignal.timeout(30_000),
      onCertificate: (at_ms) => (end_ms = at_ms),
      onDate: (at_ms) => (ahead_ms = at_ms - Date.now()),
    });
    const found = [ok('feed', `${name} publishes edition ${manifest.edition}`)];
    // A Date header has only whole seconds.
    if (!Number.isNaN(ahead_ms)) found.push(clock(url.host, ahead_ms + 500));
    if (!Number.isNaN(end_ms)) found.push(certificate(url.host, end_ms - Date.now()));
    return found;
  } catch (error) {
    return [failureOf('feed', error, 'correct --dataset, or check the server and its certificate')];
  }
}

function certificate(host: string, left_ms: number): Finding {
  const days = counted(Math.floor(left_ms / DAY_MS), 'day');
  const found = `the certificate of ${host} is valid for another ${days}`;
  return left_ms > CERTIFICATE_DAYS * DAY_MS
    ? ok('certificate', found)
    : warning('certificate', found, 'renew it: once it expires, no new dataset can be downloaded');
}
