import type { Tags } from '../../geo/feature.js';
import type { LocalTime } from '../../local-time.js';
import { isOpenAt, parseOpeningTimes, type OpeningTimes } from './opening-times.js';
import type { Access, DirectionRule, NodeRule, Profile, RestrictionRule, WayRule } from './profile.js';
import { valuesOf } from './tag-values.js';

/** Keys that conditions may set, without `:conditional`. */
const CONDITIONAL_KEY =
  /^((?:access|vehicle|motor_vehicle|motorcar|foot|oneway|maxspeed|restriction)(?::[a-z_]+)*):conditional$/;

/**
 * Months in which a season is, by the calendar of Mongolia. Ice carries cars on rivers and lakes from
 * December to March; roads over it are closed in the other months.
 */
const SEASONS: ReadonlyMap<string, string> = new Map([
  ['winter', 'Dec-Mar'],
  ['spring', 'Apr-May'],
  ['summer', 'Jun-Aug'],
  ['autumn', 'Sep-Nov'],
]);

/** What closes to everybody, whatever the other tags say. */
const CLOSED: Tags = { access: 'no', vehicle: 'no', motor_vehicle: 'no', motorcar: 'no', foot: 'no' };

/** More conditions on one road than this are a mistake. All their combinations are tried. */
const MOST_CONDITIONS = 6;

/** A change of tags at certain times. */
interface Condition {
  times: OpeningTimes;
  /** Whether the tags change within the times or outside of them. */
  within: boolean;
  tags: Tags;
}

/**
 * The conditions of one road or node, in the order in which they are applied, and those that cannot be
 * read.
 */
interface Conditions {
  known: Condition[];
  /** As `key=value`. */
  unread: string[];
}

/** What changes with the time on a way, at a gate, or of a restriction. */
export function conditionsOf(tags: Tags): Conditions {
  const found: Conditions = { known: [], unread: [] };
  addClauses(tags, found);
  addSeason(tags, found);
  addGateTimes(tags, found);
  if (found.known.length <= MOST_CONDITIONS) return found;
  return { known: [], unread: Object.entries(tags).map(([key, value]) => `${key}=${value}`) };
}

/** Of several clauses whose time it is the last one holds. */
function addClauses(tags: Tags, { known, unread }: Conditions): void {
  for (const [key, value] of Object.entries(tags)) {
    const own = CONDITIONAL_KEY.exec(key)?.[1];
    if (own === undefined) continue;
    for (const [set, condition] of clausesOf(value)) {
      const times = condition === null ? null : parseOpeningTimes(condition);
      if (times === null) unread.push(`${key}=${set}${condition === null ? '' : ` @ (${condition})`}`);
      else known.push({ times, within: true, tags: { [own]: set } });
    }
  }
}

/** `no @ (Nov-Apr; Oct 15-31); yes @ Mo-Fr` has two clauses. Brackets may have a `;` in them. */
function clausesOf(value: string): [set: string, condition: string | null][] {
  const clauses = value.match(/[^;@]+@\s*(?:\([^)]*\)|[^;(]+)|[^;]+/g) ?? [];
  return clauses
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
    .map((clause) => {
      const [, set, inBrackets, bare] = /^([^@]+?)\s*@\s*(?:\(([^)]*)\)|(.*))$/.exec(clause) ?? [];
      return set === undefined ? [clause, null] : [set.trim(), (inBrackets ?? bare ?? '').trim()];
    });
}

/**
 * A road of one season is closed in the others, unless it has dates of its own. What `seasonal=yes` means
 * nobody knows, so such a road stays open.
 */
function addSeason(tags: Tags, { known }: Conditions): void {
  if (tags['highway'] === undefined || known.length > 0) return;
  const months = seasonsOf(tags).map((season) => SEASONS.get(season));
  if (months.length === 0 || months.includes(undefined)) return;
  known.push({ times: parseOpeningTimes(months.join('; '))!, within: false, tags: CLOSED });
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

function addGateTimes(tags: Tags, { known, unread }: Conditions): void {
  const text = tags['opening_hours'];
  if (tags['barrier'] === undefined || text === undefined) return;
  const times = parseOpeningTimes(text);
  if (times === null) unread.push(`opening_hours=${text}`);
  else known.push({ times, within: false, tags: CLOSED });
}

/** The tags at a moment. */
export function tagsAt(tags: Tags, { known }: Conditions, now: LocalTime): Tags {
  return withConditions(tags, known, ({ times, within }) => isOpenAt(times, now) === within);
}

function withConditions(tags: Tags, known: Condition[], holds: (condition: Condition) => boolean): Tags {
  return Object.assign({}, tags, ...known.filter(holds).map((condition) => condition.tags)) as Tags;
}

/** The tags with every combination of its conditions; first those without any. */
function allTags(tags: Tags, { known }: Conditions): Tags[] {
  return Array.from({ length: 2 ** known.length }, (_, chosen) =>
    withConditions(tags, known, (condition) => ((chosen >> known.indexOf(condition)) & 1) === 1),
  );
}

/**
 * A profile by which roads are as open and as fast as they ever are. Costs of now are never below those, see
 * current/current-roads.ts. A restriction that does not always hold does not hold.
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
 * Of accesses at all times. Whether a road is private is not changed by the time: what it usually is counts,
 * and a road that is usually closed counts as private where it is sometimes.
 * @param all the usual one first
 */
function mostOpen(all: readonly Access[]): Access {
  const [usual] = all;
  if (usual !== 'none') return usual;
  if (all.includes('ends')) return 'ends';
  return all.includes('free') ? 'free' : 'none';
}
