import { Command } from 'commander';
import { FACTOR, type NewClosure } from '../../../closures/closure.js';
import { ClosureStore } from '../../../closures/closure-store.js';
import { readArea } from '../../../closures/read-area.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import { InputError } from '../../../errors.js';
import { LocalClock } from '../../../local-time.js';
import { TRAVEL_MODES, type TravelMode } from '../../../travel-mode.js';
import { PLACE_SETTINGS } from '../../settings/dataset-place.js';
import { parseLocalDate } from '../../terminal/local-date.js';
import { print, printNote, printWarning, sayErrorsInOneLine } from '../../terminal/output.js';
import { noteClosures } from '../../terminal/shell-audit.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';
import { withDatabase } from '../../settings/with-database.js';
import { closureJson, closureTable, knownWays, type ClosureView } from './closure-text.js';
import { askedWays, NEAR_KM, readText, wholeNumber } from './named-ways.js';

type ClosureFlags = SettingFlags & { json?: boolean };

interface AddFlags extends ClosureFlags {
  way?: string[];
  road?: string;
  near?: string;
  force?: boolean;
  area?: string;
  from?: string;
  to?: string;
  mode?: string;
  speedFactor?: string;
  reason?: string;
}

/** `gazarch closures add|list|remove`. A running service picks up changes within two seconds. */
export function closuresCommand(): Command {
  const command = new Command('closures').description('close roads temporarily, or slow them down');
  const add = command
    .command('add')
    .description('close roads; a running service picks up the change within seconds')
    .option('--way <id...>', 'OSM id of a way; repeatable, with one closure for each')
    .option('--road <name>', 'name or number of a road; with --near: all of its ways near that place')
    .option(
      '--near <place>',
      `with --road: longitude,latitude or the name of a place; within ${NEAR_KM} km of it`,
    )
    .option('--force', 'accept a way that is not on the map')
    .option('--area <file>', 'GeoJSON file with polygons: closes all roads that are at least partly inside')
    .option('--from <date>', 'first day, such as 2026-11-01, or with a time: 2026-11-01T18:00 (default: now)')
    .option('--to <date>', 'last day (inclusive), or the time when the closure ends (default: until removed)')
    .option('--mode <mode>', `${TRAVEL_MODES.join(' or ')} (default: all)`)
    .option('--speed-factor <n>', 'change the speed instead of closing: 0.5 is half as fast, 1.5 is faster')
    .option('--reason <text>', 'the reason, shown in the list', '')
    .action(addAndPrint);
  const list = command
    .command('list')
    .description('list all closures, the oldest first')
    .action(listAndPrint);
  command
    .command('remove')
    .description('remove closures for good')
    .argument('<id...>', 'numbers of closures')
    .action(removeAndPrint);
  for (const each of command.commands)
    addSettingFlags(each, [
      'database',
      'timeZone',
      ...(each === add || each === list ? PLACE_SETTINGS.filter((name) => name !== 'data') : []),
    ]).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

async function addAndPrint(flags: AddFlags): Promise<void> {
  const clock = clockOf(flags);
  const ways = waysOf(flags);
  const closures = newClosures({ ...flags, ways }, clock);
  const added = await withClosures(flags, { mayBeMade: true }, async (store, database) => {
    const made = await store.add(closures, Date.now());
    await noteClosures(database, 'closure.added', made);
    return made;
  });
  const view = viewOf(flags, clock);
  if (flags.json === true) print(JSON.stringify(added.map((closure) => closureJson(closure, view))));
  else print(closureTable(added, view));
}

async function listAndPrint(flags: ClosureFlags): Promise<void> {
  const clock = clockOf(flags);
  const closures = await withClosures(flags, { mayBeMade: false }, (store) => store.list());
  const view = viewOf(flags, clock);
  if (flags.json === true) print(JSON.stringify(closures.map((closure) => closureJson(closure, view))));
  else if (closures.length === 0) print('There are no closures.');
  else print(closureTable(closures, view));
}

async function removeAndPrint(texts: readonly string[], flags: ClosureFlags): Promise<void> {
  const ids = [...new Set(texts.map((text) => wholeNumber(text, 'the number of a closure')))];
  const removed = await withClosures(flags, { mayBeMade: false }, async (store, database) => {
    const known = new Map((await store.list()).map((closure) => [closure.id, closure]));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0)
      throw new InputError(`there is no closure ${missing[0]}; \`gazarch closures list\` shows all closures`);
    const gone = await store.remove(ids);
    await noteClosures(
      database,
      'closure.removed',
      ids.map((id) => known.get(id)!),
    );
    return gone;
  });
  if (flags.json === true) print(JSON.stringify({ removed: ids }));
  else printNote(removed === 1 ? `closure ${ids[0]} was removed` : `${removed} closures were removed`);
}

/** @throws InputError if no way is given, or if a given way is not in the map */
function waysOf(flags: AddFlags): number[] {
  const { way = [], road, area } = flags;
  const named = [way.length > 0, road !== undefined, area !== undefined].filter(Boolean).length;
  if (named !== 1) throw new InputError('specify what to close with --way, --road or --area');
  return askedWays(flags);
}

function newClosures(flags: AddFlags & { ways: readonly number[] }, clock: LocalClock): NewClosure[] {
  const { ways, area, from, to, reason = '' } = flags;
  const from_ms = from === undefined ? null : parseLocalDate(from, '--from', clock, 'beginning');
  const until_ms = to === undefined ? null : parseLocalDate(to, '--to', clock, 'end');
  if (from_ms !== null && until_ms !== null && until_ms <= from_ms)
    throw new InputError(`--to ${to} is before --from ${from}`);
  if (until_ms !== null && until_ms <= Date.now()) printWarning(`--to ${to} is in the past`);
  const rest = { mode: modeOf(flags.mode), factor: factorOf(flags.speedFactor), reason, from_ms, until_ms };
  if (area !== undefined) return [{ wayId: null, area: readArea(readText(area), area), ...rest }];
  return ways.map((wayId) => ({ wayId, area: null, ...rest }));
}

function modeOf(text: string | undefined): TravelMode | null {
  if (text === undefined) return null;
  const mode = TRAVEL_MODES.find((known) => known === text);
  if (mode === undefined)
    throw new InputError(`--mode is ${JSON.stringify(text)}; it must be ${TRAVEL_MODES.join(' or ')}`);
  return mode;
}

function factorOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const factor = /^\d{1,2}(\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (factor >= FACTOR.min && factor <= FACTOR.max) return factor;
  throw new InputError(
    `--speed-factor is ${JSON.stringify(text)}; it must be a number from ${FACTOR.min} to ${FACTOR.max}`,
  );
}

function clockOf(flags: ClosureFlags): LocalClock {
  return new LocalClock(readSetting('timeZone', flags, process.env));
}

function viewOf(flags: ClosureFlags, clock: LocalClock): ClosureView {
  return { clock, now_ms: Date.now(), ways: knownWays(flags) };
}

function withClosures<T>(
  flags: ClosureFlags,
  how: { mayBeMade: boolean },
  work: (store: ClosureStore, database: OpenDatabase) => Promise<T>,
): Promise<T> {
  return withDatabase(flags, how, (database) => work(new ClosureStore(database), database));
}
