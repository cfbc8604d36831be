import type { Tags } from '../../geo/feature.js';
import type { LocalTime } from '../../local-time.js';
import { ferryKmh } from './ferry.js';
import { isOpenAt, readOpeningTimes, type OpeningTimes } from './opening-times.js';
import type { Access, DirectionRule, NodeRule, Profile, RestrictionRule, WayRule } from './profile.js';
import { valuesOf } from './tag-values.js';

/** Keys that conditions may set, without `:conditional`. */
const CONDITIONAL_KEY =
  /^((?:access|vehicle|motor_vehicle|motorcar|foot|oneway|maxspeed|restriction)(?::[a-z_]+)*):conditional$/;

/**
 * The months of each season, by the calendar of Mongolia. Ice carries cars on rivers and lakes from December
 * to March; roads over it are closed in the other months.
 */
const SEASONS: ReadonlyMap<string, string> = new Map([
  ['winter', 'Dec-Mar'],
  ['spring', 'Apr-May'],
  ['summer', 'Jun-Aug'],
  ['autumn', 'Sep-Nov'],
]);

/** Closes a road to everybody, whatever the other tags say, including those of one direction. */
const CLOSED: Tags = Object.fromEntries(
  ['access', 'vehicle', 'motor_vehicle', 'motorcar', 'foot'].flatMap((key) =>
    [key, `${key}:forward`, `${key}:backward`].map((own) => [own, 'no']),
  ),
);

/** More conditions on one road than this are a mistake. All their combinations are tried. */
const MOST_CONDITIONS = 8;

/** A change of tags at certain times. */
interface Condition {
  /** All of them must hold. */
  times: readonly OpeningTimes[];
  /** Whether the tags change within the times or outside them. */
  within: boolean;
  tags: Tags;
}

/** The conditions of one road or node in the order of their application, and those that cannot be read. */
interface Conditions {
  known: Condition[];
  /** As `key=value`. */
  unread: string[];
}

/**
 * The conditions of a way, a gate or a restriction that change with the time.
 * @param keys matches the tags with conditions, the key without `:conditional` in the first group;
 *   when absent those of access, with seasons and hours
 */
export function conditionsOf(tags: Tags, keys?: RegExp): Conditions {
  const found: Conditions = { known: [], unread: [] };
  addClauses(tags, keys ?? CONDITIONAL_KEY, found);
  if (keys === undefined) {
    addSeason(tags, found);
    addHours(tags, found);
  }
  if (found.known.length <= MOST_CONDITIONS) return found;
  return { known: [], unread: Object.entries(tags).map(([key, value]) => `${key}=${value}`) };
}

/** Adds the clauses of conditions. If several clauses apply at a time, the last one holds. */
function addClauses(tags: Tags, keys: RegExp, found: Conditions): void {
  for (const [key, value] of Object.entries(tags)) {
    const own = keys.exec(key)?.[1];
    if (own === undefined) continue;
    for (const { set, condition } of clausesOf(value)) {
      const change = { within: true, tags: { [own]: set } };
      if (condition === null) found.unread.push(`${key}=${set}`);
      else addCondition(condition, change, (part) => `${key}=${set} @ (${part})`, found);
    }
  }
}

/**
 * Adds one condition. `A AND B` holds where both do. A part of it that cannot be read narrows it down, so
 * such a condition is left out as a whole. In other conditions only the unreadable part is left out.
 */
function addCondition(
  text: string,
  change: Omit<Condition, 'times'>,
  named: (part: string) => string,
  { known, unread }: Conditions,
): void {
  const parts = text.split(/\sAND\s/i).map((part) => readOpeningTimes(withoutBrackets(part)));
  const times = parts.map((part) => part.times).filter((part) => part !== null);
  if (times.length < parts.length) unread.push(named(text));
  else {
    known.push({ ...change, times });
    unread.push(...parts.flatMap((part) => part.unread.map(named)));
  }
}

interface Clause {
  set: string;
  /** Null if there is none. */
  condition: string | null;
}

/** May contain brackets of its own, such as `(sunset+01:00)`. */
const IN_BRACKETS = '\\((?:\\([^()]*\\)|[^()])*\\)?';
const CLAUSE = new RegExp(`[^;@]+@(?:${IN_BRACKETS}|[^;(])*|[^;]+`, 'g');
const COMMENT = /"[^"]*"/g;

/** `no @ (Nov-Apr; Oct 15-31); yes @ Mo-Fr; PH off` has two clauses. Brackets may have a `;` in them. */
function clausesOf(value: string): Clause[] {
  const clauses: Clause[] = [];
  for (const text of value.replace(COMMENT, '').match(CLAUSE) ?? []) {
    const [, set, condition] = /^([^@]+?)\s*@(.*)$/.exec(text.trim()) ?? [];
    const before = clauses.at(-1);
    if (set !== undefined) clauses.push({ set, condition: withoutBrackets(condition) });
    else if (before !== undefined && before.condition !== null) before.condition += `; ${text.trim()}`;
    else if (text.trim() !== '') clauses.push({ set: text.trim(), condition: null });
  }
  return clauses;
}

function withoutBrackets(text: string): string {
  return text
    .trim()
    .replace(/^\(((?:\([^()]*\)|[^()])*)\)?$/, '$1')
    .trim();
}

/**
 * Closes a road or ferry of one season in the others, unless it has dates of its own. The meaning of
 * `seasonal=yes` is unknown, so such a road stays open.
 */
function addSeason(tags: Tags, { known }: Conditions): void {
  if ((tags['highway'] === undefined && ferryKmh(tags) === null) || known.length > 0) return;
  const months = seasonsOf(tags).map((season) => SEASONS.get(season));
  if (months.length === 0 || months.includes(undefined)) return;
  known.push({ times: [readOpeningTimes(months.join('; ')).times!], within: false, tags: CLOSED });
}

function seasonsOf(tags: Tags): string[] {
  const seasons = valuesOf(tags['seasonal']).filter((value) => value !== 'no');
  if (seasons.some((value) => SEASONS.has(value))) return seasons;
  const isOverIce =
    ['winter_road', 'ice_road'].includes(tags['highway'] ?? '') ||
    tags['winter_road'] === 'yes' ||
    tags['ice_road'] === 'yes';
  return isOverIce ? ['winter'] : seasons;
}

/** Adds the hours of gates and of ferries. */
function addHours(tags: Tags, found: Conditions): void {
  const text = tags['opening_hours']?.replace(COMMENT, '');
  if (text === undefined || (tags['barrier'] === undefined && ferryKmh(tags) === null)) return;
  addCondition(text, { within: false, tags: CLOSED }, (part) => `opening_hours=${part}`, found);
}

/** The tags at a moment. */
export function tagsAt(tags: Tags, { known }: Conditions, now: LocalTime): Tags {
  return withConditions(
    tags,
    known,
    ({ times, within }) => times.every((each) => isOpenAt(each, now)) === within,
  );
}

function withConditions(tags: Tags, known: Condition[], holds: (condition: Condition) => boolean): Tags {
  return Object.assign({}, tags, ...known.filter(holds).map((condition) => condition.tags)) as Tags;
}

/** The tags under every combination of conditions, the one without any first. */
function allTags(tags: Tags, { known }: Conditions): Tags[] {
  return Array.from({ length: 2 ** known.length }, (_, chosen) =>
    withConditions(tags, known, (condition) => ((chosen >> known.indexOf(condition)) & 1) === 1),
  );
}

/**
 * A profile that takes roads as open and as fast as they ever are. Current costs are never below its costs,
 * see current/current-roads.ts. A restriction that does not always hold does not count.
 */
export function everOpen(profile: Profile): Profile {
  return {
    ...profile,
    way: (tags, surroundings) => {
      const conditions = conditionsOf(tags);
      const [rule, ...others] =
        conditions.known.length === 0
          ? [profile.way(tags, surroundings)]
          : allTags(tags, conditions).map((each) => profile.way(each, surroundings));
      return others.length === 0 ? rule : mostOpenWay(rule, others);
    },
    node: (tags) => {
      const conditions = conditionsOf(tags);
      if (conditions.known.length === 0) return profile.node(tags);
      return mostOpenNode(allTags(tags, conditions).map((each) => profile.node(each)));
    },
  };
}

/** How a restriction with these tags applies at a moment. */
export function restrictionAt(profile: Profile, tags: Tags, now: LocalTime): RestrictionRule | null {
  return profile.restriction(tagsAt(tags, conditionsOf(tags), now));
}

function mostOpenWay(usual: WayRule | null, others: readonly (WayRule | null)[]): WayRule | null {
  const rules = [usual, ...others];
  const some = rules.find((rule) => rule !== null);
  if (some === null || some === undefined) return null;
  const direction = (name: 'forward' | 'backward'): DirectionRule => {
    const all = rules.map((rule) => rule?.[name] ?? NOT_OPEN);
    const open = all.filter(({ access }) => access !== 'none');
    if (open.length === 0) return some[name];
    const fastest = open.reduce((best, rule) => (rule.speed_kmh > best.speed_kmh ? rule : best));
    return { ...fastest, access: mostOpen(all.map(({ access }) => access)) };
  };
  return { forward: direction('forward'), backward: direction('backward'), duration_s: some.duration_s };
}

const NOT_OPEN: DirectionRule = { access: 'none', speed_kmh: 0, why: '' };

function mostOpenNode(rules: readonly (NodeRule | null)[]): NodeRule | null {
  const access = mostOpen(rules.map((rule) => rule?.access ?? 'free'));
  if (access === 'none') return rules[0];
  const open = rules.filter((rule) => rule?.access !== 'none');
  const [first] = open;
  if (first === null || first === undefined) return access === 'free' ? null : rules[0];
  return { ...first, access };
}

/**
 * The most open access over all times. Time does not change whether a road is private: its usual state
 * counts, and a usually closed road counts as private if it is private at some times.
 * @param all the usual one first
 */
function mostOpen(all: readonly Access[]): Access {
  const [usual] = all;
  if (usual !== 'none') return usual;
  if (all.includes('ends')) return 'ends';
  return all.includes('free') ? 'free' : 'none';
}
