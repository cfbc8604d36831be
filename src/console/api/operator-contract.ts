/** Requests to the console only for operators of the deployment, and the audit log. */

import type { Account, Empty, Invitation, Language, MadeInvitation, Project } from './data.js';
import type { NewZone, ZoneState } from './zone-data.js';
import type { ClosureChange, ClosureState, NewClosures, Road } from './closure-data.js';
import type { CheckedPlaces, LayerState, PlacesTable } from './layer-data.js';
import type { ServiceState } from './service-state.js';
import type { UsagePeriod } from './usage-data.js';

export interface OperatorProject extends Project {
  /** Requests of this month that count for quotas. */
  used: number;
}

export interface ProjectCeilings {
  /** The limit of each key. */
  rate_limit: number | null;
  /** The limit of all keys together. */
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
  /** The refused or failed ones among these. */
  failed: number;
}

/** A text that many people searched for without results. */
export interface UnfoundSearches {
  text: string;
  requests: number;
  askers: number;
  /** `2026-11-30` */
  last: string;
}

/** A person's report of a mistake on the map. */
export interface MapReport {
  id: number;
  kind: 'place' | 'road' | 'other';
  text: string;
  longitude: number;
  latitude: number;
  /** The answer that the page showed; null for a point of the map. */
  place_id: string | null;
  place_name: string | null;
  /** The state of the map page with the request, after `#`. */
  asked: string;
  /** Name of the own place made from it; null: none. */
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
  /** Closed accounts cannot sign in. */
  closed_at: string | null;
  last_seen_at: string | null;
  organisations: { id: string; name: string; role: string }[];
}

/** A mail that could not be sent, so that an operator can pass its link on. */
export interface UnsentLink {
  id: string;
  kind: 'invitation' | 'verify' | 'reset' | 'email' | 'quota';
  email: string;
  /** Null for a mail without a link. */
  link: string | null;
  created_at: string;
  expires_at: string;
}

/** Actions in the audit log. The names stay the same. */
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
  /** Null: a command on the machine, or an unknown person. */
  account_id: string | null;
  /** The author without an account: `shell:root` for a user of the machine. */
  actor: string | null;
  /** Null: the account is gone, or there was none. */
  account_name: string | null;
  organisation_id: string | null;
  project_id: string | null;
  /** Id of the thing that was changed. */
  target_id: string | null;
  target_name: string | null;
  /** More values: each changed field, and its value before (`…_before`). They never contain a secret. */
  details: Record<string, string | number | boolean | null>;
  address: string | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** The argument for the next page; null: there is none. */
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
  /** The most frequent first. */
  'GET /api/operator/unfound': { answer: UnfoundSearches[] };
  /** Reports of mistakes on the map, newest first. */
  'GET /api/operator/reports': { answer: MapReport[] };
  /** Makes an own place of the report, in the layer `reported`. */
  'POST /api/operator/reports/:report/place': { body: { name: string }; answer: MapReport[] };
  /** Removes a finished report with its own place. */
  'DELETE /api/operator/reports/:report': { body: Empty; answer: null };
  'GET /api/operator/service': { answer: ServiceState };
  'GET /api/operator/closures': { answer: ClosureState[] };
  /** Answers one closure for each way, or one for the area. */
  'POST /api/operator/closures': { body: NewClosures; answer: ClosureState[] };
  'PATCH /api/operator/closures/:closure': { body: ClosureChange; answer: ClosureState };
  'DELETE /api/operator/closures/:closure': { body: Empty; answer: null };
  'GET /api/operator/zones': { answer: ZoneState[] };
  'POST /api/operator/zones': { body: NewZone; answer: ZoneState };
  'DELETE /api/operator/zones/:zone': { body: Empty; answer: null };
  /** The nearest road within meters of a point (`longitude,latitude`), or the one with an id: at most one. */
  'GET /api/operator/roads': {
    query: { at?: string; within?: string; way?: string; name?: string; near?: string };
    answer: Road[];
  };
  'GET /api/operator/layers': { answer: LayerState[] };
  /** Only checks the table. */
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
  /** A link to choose a new password, to pass on by hand. */
  'POST /api/operator/accounts/:account/reset-link': {
    body: Empty;
    answer: { link: string; expires_at: string };
  };
  /** Invitations to sign up without an organisation; the person makes one. */
  'GET /api/operator/invitations': { answer: Invitation[] };
  'POST /api/operator/invitations': { body: { email: string; language: Language }; answer: MadeInvitation };
  'DELETE /api/operator/invitations/:invitation': { body: Empty; answer: null };
  /** Links of mails that could not be sent, newest first. */
  'GET /api/operator/links': { answer: UnsentLink[] };
  /** The audit log of all organisations, newest first. */
  'GET /api/operator/audit': { query: { before?: string; action?: string }; answer: AuditPage };
}
