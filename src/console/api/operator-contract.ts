/** Requests to the console that only operators of the deployment may send, and the audit log. */

import type { Account, Empty, Language } from './account-data.js';
import type { Invitation, MadeInvitation, Project } from './project-data.js';
import type { NewZone, ZoneState } from './zone-data.js';
import type { ClosureChange, ClosureState, NewClosures, Road } from './closure-data.js';
import type { CheckedPlaces, LayerState, PlacesTable } from './layer-data.js';
import type { ServiceState } from './service-state.js';
import type { UsagePeriod } from './usage-data.js';

export interface OperatorProject extends Project {
  /** This month's requests that count toward quotas. */
  used: number;
}

export interface ProjectCeilings {
  /** The limit of each key. */
  rate_limit: number | null;
  /** The limit for all keys in total. */
  total_rate_limit: number | null;
  monthly_quota: number | null;
  quota_refuses: boolean;
}

export interface BusyKey {
  key_id: string;
  name: string;
  project_id: string;
  project_name: string;
  requests: number;
  /** How many of these requests were refused or failed. */
  failed: number;
}

/** A query that many people searched for without getting any results. */
export interface UnfoundSearches {
  text: string;
  requests: number;
  askers: number;
  /** A date such as `2026-11-30`. */
  last: string;
}

/** A person's report of a map error. */
export interface MapReport {
  id: number;
  kind: 'place' | 'road' | 'other';
  text: string;
  longitude: number;
  latitude: number;
  /** The place that the page showed; `null` for a point on the map. */
  place_id: string | null;
  place_name: string | null;
  /** The part of the map page's address after `#`, which contains the request. */
  asked: string;
  /** The name of the place that was created from the report; `null` if there is none. */
  own_name: string | null;
  created_at: string;
}

export interface SettingInForce {
  flag: string;
  env: string;
  /** Passwords are masked. */
  value: string;
  default: string;
  unit: string;
  description: string;
  is_default: boolean;
}

export interface OperatorAccount extends Account {
  /** When the account was closed; `null` if it is open. Closed accounts cannot sign in. */
  closed_at: string | null;
  last_seen_at: string | null;
  organisations: { id: string; name: string; role: string }[];
}

/** An email that could not be sent. An operator can pass on the link from the email. */
export interface UnsentLink {
  id: string;
  kind: 'invitation' | 'verify' | 'reset' | 'email' | 'quota';
  email: string;
  /** `null` for an email without a link. */
  link: string | null;
  created_at: string;
  expires_at: string;
}

/** The actions in the audit log. Their names never change. */
export type AuditAction =
  | 'setup.done'
  | 'sign_in.done'
  | 'sign_in.failed'
  | 'sign_in.limited'
  | 'sign_out.done'
  | 'account.created'
  | 'account.verified'
  | 'account.changed'
  | 'account.deleted'
  | 'account.closed'
  | 'account.opened'
  | 'operator.added'
  | 'operator.removed'
  | 'email.changed'
  | 'password.changed'
  | 'password.reset'
  | 'reset_link.made'
  | 'passkey.added'
  | 'passkey.removed'
  | 'second_factor.added'
  | 'second_factor.removed'
  | 'closure.added'
  | 'closure.changed'
  | 'closure.removed'
  | 'zone.added'
  | 'zone.removed'
  | 'vehicle.added'
  | 'vehicle.removed'
  | 'report.done'
  | 'layer.added'
  | 'layer.removed'
  | 'session.ended'
  | 'organisation.created'
  | 'organisation.changed'
  | 'organisation.deleted'
  | 'member.joined'
  | 'member.changed'
  | 'member.removed'
  | 'invitation.created'
  | 'invitation.removed'
  | 'project.created'
  | 'project.changed'
  | 'project.archived'
  | 'key.created'
  | 'key.changed'
  | 'key.rotated'
  | 'key.revoked'
  | 'sign_up.opened'
  | 'sign_up.closed';

export interface AuditEntry {
  id: string;
  time: string;
  action: AuditAction;
  /** `null` for a command on the machine, or an unknown person. */
  account_id: string | null;
  /** The author if there is no account: `shell:root` for a user of the machine. */
  actor: string | null;
  /** `null` if the account was removed, or if there was no account. */
  account_name: string | null;
  organisation_id: string | null;
  project_id: string | null;
  /** The id of the changed object. */
  target_id: string | null;
  target_name: string | null;
  /**
   * Further values: each changed field, and its old value (`…_before`). The values never contain a secret.
   */
  details: Record<string, string | number | boolean | null>;
  address: string | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** The argument for requesting the next page; `null` on the last page. */
  before: string | null;
}

export interface OperatorApi {
  'GET /api/operator/projects': { query: { text?: string }; answer: OperatorProject[] };
  'PATCH /api/operator/projects/:project': { body: Partial<ProjectCeilings>; answer: Project };
  'PATCH /api/operator/organisations/:organisation': {
    body: { total_rate_limit: number | null };
    answer: { total_rate_limit: number | null };
  };
  'GET /api/operator/busiest': { query: { period: UsagePeriod }; answer: BusyKey[] };
  /** Returns the queries, most frequent first. */
  'GET /api/operator/unfound': { answer: UnfoundSearches[] };
  /** Returns reports of map errors, newest first. */
  'GET /api/operator/reports': { answer: MapReport[] };
  /** Creates a place from the report, in the layer `reported`. */
  'POST /api/operator/reports/:report/place': { body: { name: string }; answer: MapReport[] };
  /** Removes a finished report together with the place that was created from it. */
  'DELETE /api/operator/reports/:report': { body: Empty; answer: null };
  'GET /api/operator/service': { answer: ServiceState };
  'GET /api/operator/closures': { answer: ClosureState[] };
  /** Returns one closure for each way, or one for the area. */
  'POST /api/operator/closures': { body: NewClosures; answer: ClosureState[] };
  'PATCH /api/operator/closures/:closure': { body: ClosureChange; answer: ClosureState };
  'DELETE /api/operator/closures/:closure': { body: Empty; answer: null };
  'GET /api/operator/zones': { answer: ZoneState[] };
  'POST /api/operator/zones': { body: NewZone; answer: ZoneState };
  'DELETE /api/operator/zones/:zone': { body: Empty; answer: null };
  /**
   * Returns at most one road: the nearest within a number of meters of a point (`longitude,latitude`), or the
   * road with a given id.
   */
  'GET /api/operator/roads': {
    query: { at?: string; within?: string; way?: string; name?: string; near?: string };
    answer: Road[];
  };
  'GET /api/operator/layers': { answer: LayerState[] };
  /** Checks the table without storing it. */
  'POST /api/operator/layers/check': { body: PlacesTable; answer: CheckedPlaces };
  /** Adds a layer, or replaces it. */
  'PUT /api/operator/layers/:layer': { body: PlacesTable & { source: string }; answer: LayerState[] };
  /** Swaps the layer with its previous version. */
  'POST /api/operator/layers/:layer/undo': { body: Empty; answer: LayerState[] };
  'DELETE /api/operator/layers/:layer': { body: Empty; answer: null };
  'GET /api/operator/settings': { answer: SettingInForce[] };
  'PUT /api/operator/sign-up': { body: { open: boolean }; answer: { open: boolean } };
  'GET /api/operator/accounts': { query: { text?: string }; answer: OperatorAccount[] };
  'PATCH /api/operator/accounts/:account': {
    body: { is_operator?: boolean; closed?: boolean };
    answer: OperatorAccount;
  };
  /** Creates a link for choosing a new password, to pass on by hand. */
  'POST /api/operator/accounts/:account/reset-link': {
    body: Empty;
    answer: { link: string; expires_at: string };
  };
  /** Returns invitations to sign up without an organisation, which the invited person then creates. */
  'GET /api/operator/invitations': { answer: Invitation[] };
  'POST /api/operator/invitations': { body: { email: string; language: Language }; answer: MadeInvitation };
  'DELETE /api/operator/invitations/:invitation': { body: Empty; answer: null };
  /** Returns the links of emails that could not be sent, newest first. */
  'GET /api/operator/links': { answer: UnsentLink[] };
  /** Returns the audit log of all organisations, newest first. */
  'GET /api/operator/audit': { query: { before?: string; action?: string }; answer: AuditPage };
}
