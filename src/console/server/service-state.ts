import type { ServiceState } from '../api/operator-contract.js';
import type { Mailer } from '../mail/mailer.js';

/** The API is near. One that takes longer is as good as away. */
const PATIENCE_MS = 3_000;

interface Question {
  apiUrl: string;
  apiAddress: string;
  version: string;
  database: 'sqlite' | 'postgres';
  mailer: Mailer;
  started: Date;
  describeDataset: () => Promise<ServiceState['dataset']>;
}

/** What operators see of the service. The API is asked as anybody may ask it, so it needs to know nothing. */
export async function askService(question: Question): Promise<ServiceState> {
  const { apiUrl, apiAddress, version, database, mailer, started, describeDataset } = question;
  const ready = await readJson(`${apiAddress}/health/ready`);
  const checks = ready?.['checks'];
  return {
    readiness:
      ready === null || typeof ready['status'] !== 'string'
        ? null
        : { status: ready['status'], checks: (checks ?? {}) as Record<string, string> },
    dataset: await describeDataset().catch(() => null),
    api_url: apiUrl,
    version,
    console: {
      started_at: started.toISOString(),
      database,
      mail: mailer.hasServer ? (mailer.problem === null ? 'ok' : 'failing') : 'none',
      mail_problem: mailer.problem,
    },
  };
}

async function readJson(url: string): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return null;
  }
}
