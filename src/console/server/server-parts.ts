import type { Logger } from 'pino';
import { ClosureStore } from '../../closures/closure-store.js';
import type { OpenDatabase } from '../../database/schema/open-database.js';
import {
  createAccountLibrary,
  type AccountLibrary,
  type OidcProvider,
} from '../accounts/people/account-library.js';
import { accountServices, type ServiceOptions } from '../accounts/account-services.js';
import { AttemptLimits, KnownDevices } from '../accounts/guards/attempt-limits.js';
import type { BackgroundWork } from '../accounts/guards/background-work.js';
import { Closures, type Roads } from '../accounts/operators/closures.js';
import { DrawnZones } from '../accounts/operators/drawn-zones.js';
import { EmailChange } from '../accounts/people/email-change.js';
import { OwnPlaces, type Layers } from '../accounts/operators/own-places.js';
import { Reports } from '../accounts/operators/reports.js';
import { ProjectKeys } from '../accounts/organisations/project-keys.js';
import { Notices } from '../accounts/people/notices.js';
import { RefusedRequests } from '../accounts/organisations/refused-requests.js';
import { moveSecret } from '../accounts/people/move-secret.js';
import { Sessions } from '../accounts/people/sessions.js';
import { Registration } from '../accounts/people/registration.js';
import { MapReports } from '../../reports/map-reports.js';
import { ZoneStore } from '../../zones/zone-store.js';
import type { ConsoleLimits } from '../api/account-data.js';
import type { TryPage, TryRequest } from '../api/project-data.js';
import type { SettingInForce } from '../api/operator-contract.js';
import type { DataState, ServiceState } from '../api/service-state.js';
import { Mailer, type MailServer } from '../mail/mailer.js';
import { askService } from './service-state.js';

const HOUR_MS = 3_600_000;

export interface PartOptions extends Omit<ServiceOptions, 'defaultRateLimit'> {
  /** The address at which clients reach the API. */
  apiUrl: string;
  /** The address that the console itself uses to request the API's state. */
  apiAddress: string;
  hasMap: boolean;
  mail: MailServer | null;
  mailRetry_ms?: readonly number[];
  /** `null` if there is no provider. */
  provider: OidcProvider | null;
  version: string;
  limits: ConsoleLimits;
  /**
   * Returns the secret that signs cookies and encrypts second factors.
   * @param stored the secret stored in the database, if there is one
   * @returns `null` to keep the secret in the database
   */
  secretOf: (stored: string | null) => string | null;
  tryRequests: readonly TryRequest[];
  settingsInForce: readonly SettingInForce[];
  /** Called after the first administrator has been created. */
  onSetUp?: () => void;
  /** Returns the state of the datasets, for operators. @throws if the state cannot be read */
  describeData: () => DataState;
  sources: ServiceState['sources'];
  roads: Roads;
  layers: Layers;
  log: Logger;
}

/** All the parts that the routes need. */
export type ServerParts = Awaited<ReturnType<typeof openParts>>;

export async function openParts(database: OpenDatabase, background: BackgroundWork, options: PartOptions) {
  const { keys, log, consoleUrl, apiUrl, provider } = options;
  const started = new Date();
  const defaultRateLimit = options.limits.default_rate_limit;
  const mailer = new Mailer({
    server: options.mail,
    log: (problem) => log.warn(problem),
    ...(options.mailRetry_ms === undefined ? {} : { retry_ms: options.mailRetry_ms }),
  });
  const services = accountServices(database, mailer, { ...options, defaultRateLimit });
  const { access, accounts, audit, invitations, settings } = services;
  const stored = await settings.storedSecret();
  const outside = options.secretOf(stored);
  const secret = outside ?? (await settings.secret());
  if (outside !== null && stored !== null) await moveSecret(database, { stored, secret });
  const makeLibrary = (): AccountLibrary =>
    createAccountLibrary({
      ...{ database, secret, consoleUrl, provider },
      maySignUp: async (email) => (await settings.isSignUpOpen()) || (await invitations.isInvited(email)),
      giveWay: (email) => accounts.giveWay(email),
      isClosed: async (id) => (await accounts.find(id))?.closed_at != null,
      log: (problem) => log.error({ from: 'accounts' }, problem),
    });
  let library = makeLibrary();
  const sessions = new Sessions(database, () => library, consoleUrl);
  const tryPage: TryPage = {
    api_url: apiUrl,
    requests: [...options.tryRequests],
    docs_url: `${apiUrl}/docs`,
    map_url: options.hasMap ? `${apiUrl}/` : null,
  };
  const closureStore = new ClosureStore(database);
  const ownPlaces = new OwnPlaces(options.layers, audit);
  const notices = new Notices({ ...services, ...{ database, mailer, background, consoleUrl } });
  return {
    ...services,
    ...{ options, mailer, sessions, tryPage, background, notices },
    emailChange: new EmailChange({ ...services, ...{ mailer, background, notices, consoleUrl } }),
    attempts: new AttemptLimits(services.attemptStore),
    closures: new Closures({ store: closureStore, audit, roads: options.roads }),
    zones: new DrawnZones(new ZoneStore(database), audit),
    ownPlaces,
    reports: new Reports(new MapReports(database), ownPlaces, audit),
    cookies: new Cookies(consoleUrl),
    devices: new KnownDevices(secret),
    projectKeys: new ProjectKeys({ database, keys, access, audit, defaultRateLimit }),
    refused: new RefusedRequests({ access, keys, usage: options.usage }),
    registration: new Registration({
      ...{ ...services, mailer, sessions, background, consoleUrl },
      onSetUp: options.onSetUp ?? (() => undefined),
    }),
    /**
     * Makes the library contact the OpenID Connect provider again if the provider did not respond at startup.
     */
    renewProvider: async (): Promise<void> => {
      library = makeLibrary();
      await library.$context;
    },
    service: () => askService({ ...options, database, closures: closureStore, mailer, started }),
    /** Records, at most once an hour, that sign-in attempts for an account are being limited. */
    noteLimited: (email: string, address: string): void => {
      background.start(async () => {
        const limit = { kind: 'limited noted', limit: 1, window_ms: HOUR_MS };
        if ((await services.attemptStore.take(limit, email)) !== null) return;
        const account = await accounts.findByEmail(email);
        const target = account === null ? null : { id: account.id, name: account.name };
        await audit.note({ action: 'sign_in.limited', accountId: account?.id ?? null, target, address });
      });
    },
  };
}

/** Cookies that the console sets itself. The library sets session cookies with the same attributes. */
class Cookies {
  readonly #isSecure: boolean;

  constructor(consoleUrl: string) {
    this.#isSecure = consoleUrl.startsWith('https://');
  }

  /** Over TLS the name gets a prefix, so that no other host of the domain can set the cookie. */
  name(name: string): string {
    return `${this.#isSecure ? '__Host-' : ''}gazarch.${name}`;
  }

  text(name: string, value: string, lifetime_s: number): string {
    const secure = this.#isSecure ? '; Secure' : '';
    return `${this.name(name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime_s}${secure}`;
  }
}
