import type { Cell } from './run-scenario.js';

/**
 * Why scenarios differ. docs/clients.md says the same to users. What has none of these reasons is a fault.
 */
const RULES: readonly (readonly [reason: string, holds: (cell: Cell) => boolean])[] = [
  ['an option that is refused', ({ code }) => code === 'NotImplemented' || code === 'InvalidValue'],
  ['the words of messages', ({ column }) => column === 'message'],
  ['a version of the data', ({ column }) => column === 'data_version'],
  ['ids of nodes', ({ column }) => column === 'nodes'],
  ['modes that only the test profile has', ({ column }) => column === 'modes'],
  ['which turns are told', ({ column, got, want }) => OF_STEPS.test(column) && isLonger(got, want)],
];

const OF_STEPS = /^(route|turns|bearing|locations|times|weights|distances)$/;

/** Whether ours is theirs with more steps in it, or fewer. */
function isLonger(got: string, want: string): boolean {
  const [ours, theirs] = [got, want].map((text) => text.split(','));
  return isWithin(ours, theirs) || isWithin(theirs, ours);
}

function isWithin(short: readonly string[], long: readonly string[]): boolean {
  let at = 0;
  for (const word of long) if (at < short.length && word === short[at]) at++;
  return at === short.length && short.length > 0 && short[0] !== '';
}

/** Scenarios that only reading tells. */
const READ: Readonly<Record<string, string>> = {
  'testbot/basic 10': 'which turns are told',
  'testbot/fixed 2': 'which turns are told',
  'testbot/time 10': 'which turns are told',
  'testbot/weight 1': 'which turns are told',
  'testbot/force_step 3': 'which of several roads between the same points',
  'testbot/basic 15': 'which of several roads between the same points',
  'testbot/summary 2': 'which of two roads of one length is in the summary',
  'testbot/geometry 1': 'a simplified line keeps the places of turns',
  'testbot/alternative 1': 'which of several roads between the same points',
  'testbot/alternative 2': 'which of several roads between the same points',
  'testbot/distance_matrix 14': 'roads that are cut off',
  'testbot/duration_matrix 14': 'roads that are cut off',
  'testbot/snap 5': 'roads that are cut off',
  'testbot/duration_matrix 20': 'the unit of fallback_speed',
  'testbot/duration_matrix 21': 'the unit of fallback_speed',
  'testbot/duration_matrix 22': 'the unit of fallback_speed',
  'testbot/duration_matrix 24': 'the unit of fallback_speed',
  'testbot/alternative_loop 2': 'alternatives',
  'testbot/example 1': 'which of several roads between the same points',
  'testbot/continue_straight 1': 'turning back at points between',
  'testbot/continue_straight 2': 'turning back at points between',
  'testbot/continue_straight 3': 'turning back at points between',
  'testbot/duration 1': 'ferries slower than we believe',
  'testbot/ferry 1': 'ferries slower than we believe',
  'testbot/ferry 3': 'ferries slower than we believe',
  'testbot/ferry 6': 'ferries slower than we believe',
  'testbot/ferry 8': 'ferries slower than we believe',
};

/** Null: none is known. A scenario with several reasons has the first. */
export function reasonOf(name: string, cells: readonly Cell[]): string | null {
  if (READ[name] !== undefined) return READ[name];
  const reasons = cells.map((cell) => RULES.find(([, holds]) => holds(cell))?.[0]);
  return reasons.includes(undefined) ? null : reasons[0]!;
}
