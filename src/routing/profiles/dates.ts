import type { Tags } from '../../geo/feature.js';
import type { LocalTime } from '../../local-time.js';
import { ferryKmh } from './ferry.js';
import { isOpenAt, readOpeningTimes, type OpeningTimes } from './opening-times.js';
import type { Access, DirectionRule, NodeRule, Profile, RestrictionRule, WayRule } from './profile.js';
import { valuesOf } from './tag-values.js';

/** The keys that can be set conditionally, without the `:conditional` suffix. */
const CONDITIONAL_KEY =
  /^((?:access|vehicle|motor_vehicle|motorcar|foot|oneway|maxspeed|restriction)(?::[a-z_]+)*):conditional$/;

/**
 * The months of each season in Mongolia. From December to March, ice on rivers and lakes can carry cars; ice
 * roads are closed in all other months.
 */
const SEASONS: ReadonlyMap<string, string> = new Map([
  ['winter', 'Dec-Mar'],
  ['spring', 'Apr-May'],
  ['summer', 'Jun-Aug'],
  ['autumn', 'Sep-Nov'],
]);

/**
 * Tags that close a road to everyone, regardless of its other tags, including tags for a single direction.
 */
const CLOSED: Tags = Object.fromEntries(
  ['access', 'vehicle', 'motor_vehicle', 'motorcar', 'foot'].flatMap((key) =>
    [key, `${key}:forward`, `${key}:backward`].map((own) => [own, 'no']),
  ),
);

/**
 * A road with more conditions than this is assumed to be tagged by mistake. All combinations of the
 * conditions are tried.
 */
const MOST_CONDITIONS = 8;

/** Tags that apply only at certain times. */
interface Condition {
  /** The condition is met only while all of these times apply. */
  times: readonly OpeningTimes[];
  /** Whether the tags apply during these times or outside them. */
  within: boolean;
  tags: Tags;
}

/**
 * The conditions of a road or node in the order in which they apply, and the conditions that cannot be read.
 */
interface Conditions {
  known: Condition[];
  /** The conditions that cannot be read, as `key=value`. */
  unread: string[];
}

/**
 * Returns the time-dependent conditions of a way, a gate or a restriction.
 * @param keys matches the keys of conditional tags and captures the key without `:conditional` in the first
 *   group; defaults to a pattern for the access keys, in which case seasons and opening hours are read as
 *   well
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

/** Adds the clauses of conditional tags. If several clauses apply at the same time, the last one wins. */
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
 * Adds one condition. `A AND B` applies when both parts apply. If one part cannot be read, the whole
 * condition is dropped, because the unread part would narrow the condition. In other conditions, only the
 * unreadable part is dropped.
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
  /** Null if the clause has no condition. */
  condition: string | null;
}

/** The text may contain nested brackets, such as `(sunset+01:00)`. */
const IN_BRACKETS = '\\((?:\\([^()]*\\)|[^()])*\\)?';
const CLAUSE = new RegExp(`[^;@]+@(?:${IN_BRACKETS}|[^;(])*|[^;]+`, 'g');
const COMMENT = /"[^"]*"/g;

/**
 * `no @ (Nov-Apr; Oct 15-31); yes @ Mo-Fr; PH off` has two clauses, because a `;` inside brackets does not
 * separate clauses.
 */
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
 * If a road or ferry is tagged as open in one season, closes it in all other seasons, unless it has dates of
 * its own. The meaning of `seasonal=yes` is unknown, so such a road stays open.
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

/** Adds the opening hours of gates and ferries. */
function addHours(tags: Tags, found: Conditions): void {
  const text = tags['opening_hours']?.replace(COMMENT, '');
  if (text === undefined || (tags['barrier'] === undefined && ferryKmh(tags) === null)) return;
  addCondition(text, { within: false, tags: CLOSED }, (part) => `opening_hours=${part}`, found);
}

/** Returns the tags at a given moment. */
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

/** Returns the tags for every combination of conditions, starting with no conditions. */
function allTags(tags: Tags, { known }: Conditions): Tags[] {
  return Array.from({ length: 2 ** known.length }, (_, chosen) =>
    withConditions(tags, known, (condition) => ((chosen >> known.indexOf(condition)) & 1) === 1),
  );
}

/**
 * Returns a profile that treats every road as if it were always as open and as fast as it can ever be.
 * Current costs are never below the costs of this profile; see current/current-roads.ts. The profile ignores
 * restrictions that apply only at certain times.
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

/** Returns the effect that a restriction with these tags has at a given moment. */
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
 * Returns the most permissive access at any time. Whether a road counts as private does not depend on the
 * time: its usual state decides, and a road that is usually closed counts as private if it is private at some
 * times.
 * @param all the usual access must be the first element
 */
function mostOpen(all: readonly Access[]): Access {
  const [usual] = all;
  if (usual !== 'none') return usual;
  if (all.includes('ends')) return 'ends';
  return all.includes('free') ? 'free' : 'none';
}
