import { holdsAt } from '../../closures/closure.js';
import type { ClosureStore } from '../../closures/closure-store.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import type { DataState, ServiceState } from '../api/service-state.js';
import type { Mailer } from '../mail/mailer.js';

/**
 * How long to wait for the API to respond. The API runs nearby, so it counts as unavailable if it takes
 * longer.
 */
const PATIENCE_MS = 3_000;

interface Question {
  apiUrl: string;
  apiAddress: string;
  version: string;
  database: OpenDatabase;
  closures: ClosureStore;
  mailer: Mailer;
  started: Date;
  describeData: () => DataState;
  sources: ServiceState['sources'];
}

/**
 * Returns the service's state for operators. The console queries the API like any other client, so no
 * internal knowledge is needed.
 */
export async function askService(question: Question): Promise<ServiceState> {
  const { apiUrl, apiAddress, version, database, closures, mailer, started, sources } = question;
  const ready = await readJson(`${apiAddress}/health/ready`);
  const checks = ready?.['checks'];
  return {
    readiness:
      ready === null || typeof ready['status'] !== 'string'
        ? null
        : { status: ready['status'], checks: (checks ?? {}) as Record<string, string> },
    data: dataOf(question),
    sources,
    closures: await countClosures(closures),
    api_url: apiUrl,
    version,
    console: {
      started_at: started.toISOString(),
      database: database.dialect,
      mail: mailer.hasServer ? (mailer.problem === null ? 'ok' : 'failing') : 'none',
      mail_problem: mailer.problem,
    },
  };
}

/** Returns null if the folder cannot be read. */
function dataOf({ describeData }: Question): DataState | null {
  try {
    return describeData();
  } catch {
    return null;
  }
}

async function countClosures(store: ClosureStore): Promise<ServiceState['closures']> {
  const now_ms = Date.now();
  const all = await store.list();
  const inForce = all.filter((closure) => holdsAt(closure, now_ms)).length;
  const over = all.filter(({ until_ms }) => until_ms !== null && until_ms <= now_ms).length;
  return { in_force: inForce, planned: all.length - inForce - over, over };
}

async function readJson(url: string): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return null;
  }
}
