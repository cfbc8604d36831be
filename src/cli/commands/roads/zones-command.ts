import { basename, extname } from 'node:path';
import { Command } from 'commander';
import { counted } from '../../../counted.js';
import type { OpenDatabase } from '../../../database/schema/open-database.js';
import { InputError } from '../../../errors.js';
import { LocalClock } from '../../../local-time.js';
import { isOpenAt, readOpeningTimes } from '../../../routing/profiles/opening-times.js';
import { TRAVEL_MODES } from '../../../travel-mode.js';
import { readZones } from '../../../zones/read-zones.js';
import {
  ENDS,
  isDay,
  isVehicle,
  unreadHours,
  VEHICLE_RULE,
  type NewZone,
  type Zone,
  type ZoneEnds,
} from '../../../zones/zone.js';
import { ZoneStore } from '../../../zones/zone-store.js';
import { PLACE_SETTINGS } from '../../settings/dataset-place.js';
import { addSettingFlags, readSetting, type SettingFlags } from '../../settings/settings.js';
import { withDatabase } from '../../settings/with-database.js';
import { formatTable, print, printNote, printWarning, sayErrorsInOneLine } from '../../terminal/output.js';
import { noteZones } from '../../terminal/shell-audit.js';
import { knownWays } from './closure-text.js';
import { askedWays, NEAR_KM, readText, type AskedWays } from './named-ways.js';

type ZoneFlags = SettingFlags & { json?: boolean };

type AddFlags = ZoneFlags &
  AskedWays & {
    name?: string;
    closedFor?: string;
    hours?: string;
    ends?: string;
    source?: string;
    date?: string;
  };

/** `gazarch zones add|list|remove`. A running service picks up changes within two seconds. */
export function zonesCommand(): Command {
  const command = new Command('zones').description(
    'define zones: delivery areas, and areas closed to some vehicles',
  );
  const add = command
    .command('add')
    .description('add zones; a running service picks them up within seconds')
    .argument('[file]', 'GeoJSON file: each feature with polygons becomes a zone and keeps its properties')
    .option('--way <id...>', 'OpenStreetMap ways instead of an area, all in one zone')
    .option('--road <name>', 'the ways of a road instead of an area; needs --near')
    .option(
      '--near <place>',
      `with --road: longitude,latitude or the name of a place; within ${NEAR_KM} km of it`,
    )
    .option('--force', 'accept a way that is not on the map')
    .option('--name <name>', 'the zone\'s name (default: the property "name", else the file\'s name)')
    .option('--closed-for <kinds>', 'vehicles that may not drive there, such as plate:1,plate:6 or truck')
    .option(
      '--hours <times>',
      'when the zone is closed, such as "Mo-Fr 08:00-20:00; PH off" (default: always)',
    )
    .option('--ends <rule>', `whether they may begin or end a trip in it: ${ENDS.join(' or ')}`, 'closed')
    .option('--source <text>', "source of the rule, such as a page's address")
    .option('--date <day>', 'date of the rule, such as 2025-09-17')
    .action(addAndPrint);
  const list = command.command('list').description('list all zones, the oldest first').action(listAndPrint);
  command
    .command('remove')
    .description('remove zones for good')
    .argument('<zone...>', 'numbers or names of zones')
    .action(removeAndPrint);
  for (const each of command.commands)
    addSettingFlags(each, [
      'database',
      ...(each === add || each === list
        ? (['timeZone', ...PLACE_SETTINGS.filter((name) => name !== 'data')] as const)
        : []),
    ]).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

async function addAndPrint(file: string | undefined, flags: AddFlags): Promise<void> {
  const zones = newZones(file, flags);
  const added = await withZones(flags, { mayBeMade: true }, async (store, database) => {
    const made = await store.add(zones, Date.now());
    await noteZones(database, 'zone.added', made);
    warnOfNames(await store.list(), new Set(made.map(({ name }) => name)));
    return made;
  });
  printZones(added, flags);
}

/** Warns of duplicate names, because routes and tables refer to zones by name. */
function warnOfNames(zones: readonly Zone[], names: ReadonlySet<string>): void {
  for (const name of names) {
    const ids = idsNamed(zones, name);
    if (ids.length > 1)
      printWarning(`${ids.length} zones are called ${JSON.stringify(name)}: ${ids.join(', ')}`);
  }
}

function idsNamed(zones: readonly Zone[], wanted: string): number[] {
  return zones
    .filter(({ name }) => name.normalize('NFC') === wanted.normalize('NFC').trim())
    .map(({ id }) => id);
}

/** @throws InputError if no zone has the given number or name, or if several zones share the name */
function idOf(zones: readonly Zone[], text: string): number {
  const own = zones.find(({ id }) => String(id) === text);
  const ids = own === undefined ? idsNamed(zones, text) : [own.id];
  if (ids.length === 1) return ids[0];
  throw new InputError(
    ids.length === 0
      ? `there is no zone ${text}; \`gazarch zones list\` shows all zones`
      : `${ids.length} zones are called ${text}; specify one by its number: ${ids.join(', ')}`,
  );
}

async function listAndPrint(flags: ZoneFlags): Promise<void> {
  const zones = await withZones(flags, { mayBeMade: false }, (store) => store.list());
  if (zones.length === 0 && flags.json !== true) print('There are no zones.');
  else printZones(zones, flags);
}

async function removeAndPrint(texts: readonly string[], flags: ZoneFlags): Promise<void> {
  const removed = await withZones(flags, { mayBeMade: false }, async (store, database) => {
    const zones = await store.list();
    const ids = new Set(texts.map((text) => idOf(zones, text)));
    const gone = zones.filter(({ id }) => ids.has(id));
    await store.remove([...ids]);
    await noteZones(database, 'zone.removed', gone);
    return gone;
  });
  if (flags.json === true) print(JSON.stringify({ removed: removed.map(({ id }) => id) }));
  else for (const { id, name } of removed) printNote(`zone ${id}, ${name}, was removed`);
}

function newZones(file: string | undefined, flags: AddFlags): NewZone[] {
  const { way = [], road, name } = flags;
  const named = [file !== undefined, way.length > 0, road !== undefined].filter(Boolean).length;
  if (named !== 1) throw new InputError('define the zone with one of these: a GeoJSON file, --way or --road');
  const rule = ruleOf(flags);
  if (file === undefined) {
    const called = name ?? road;
    if (called === undefined) throw new InputError('a zone of ways needs --name');
    return [{ name: called, area: null, ways: askedWays(flags), properties: {}, ...rule }];
  }
  const read = readZones(readText(file), file);
  const stem = name ?? basename(file, extname(file));
  return read.map(({ name: own, area, properties }, i) => ({
    name: (name === undefined ? own : null) ?? (read.length === 1 ? stem : `${stem} ${i + 1}`),
    ...{ area, ways: null, properties, ...rule },
  }));
}

/** @throws InputError that names the flag */
function ruleOf(flags: AddFlags): Pick<NewZone, 'closedFor' | 'hours' | 'ends' | 'source' | 'date'> {
  const { closedFor: kinds, hours, source = '', date } = flags;
  const closedFor = [...new Set(kinds?.split(',').map((kind) => kind.trim()) ?? [])];
  const unknown = closedFor.find((kind) => !isVehicle(kind));
  if (unknown !== undefined)
    throw new InputError(
      `--closed-for contains ${JSON.stringify(unknown)}; a kind of vehicle must be ${VEHICLE_RULE}`,
    );
  const ends = ENDS.find((known) => known === flags.ends);
  if (ends === undefined) throw new InputError(`--ends must be ${ENDS.join(' or ')}`);
  if (closedFor.length === 0 && (hours !== undefined || date !== undefined || ends === 'allowed'))
    throw new InputError(
      '--hours, --ends and --date belong to a rule: add --closed-for to specify the vehicles',
    );
  const unread = hours === undefined ? null : unreadHours(hours);
  if (unread !== null)
    throw new InputError(
      `--hours cannot be read at ${JSON.stringify(unread)}; write them like "Mo-Fr 08:00-20:00; PH off"`,
    );
  if (date !== undefined && !isDay(date))
    throw new InputError(`--date is ${date}; it must be a date such as 2025-09-17`);
  return { closedFor, hours: hours ?? null, ends: ends satisfies ZoneEnds, source, date: date ?? null };
}

interface View {
  json?: boolean;
  isClosed: (zone: Zone) => boolean;
  /**
   * Returns how many of the zone's ways are missing from the map, or `null` if the zone has no ways or there
   * is no map.
   */
  lost: (zone: Zone) => number | null;
}

function viewOf(flags: ZoneFlags): Omit<View, 'json'> {
  const now = new LocalClock(readSetting('timeZone', flags, process.env)).at(Date.now());
  const known = knownWays(flags);
  return {
    isClosed: ({ closedFor, hours }) => {
      const times = hours === null ? null : readOpeningTimes(hours).times;
      return closedFor.length > 0 && (times === null || isOpenAt(times, now));
    },
    lost: ({ ways }) =>
      ways === null || known === null
        ? null
        : ways.filter((id) => !TRAVEL_MODES.some((mode) => known[mode].has(id))).length,
  };
}

function printZones(zones: readonly Zone[], flags: ZoneFlags): void {
  const view = viewOf(flags);
  if (flags.json === true) print(JSON.stringify(zones.map((zone) => zoneJson(zone, view))));
  else print(zoneTable(zones, view));
}

function zoneJson(zone: Zone, { isClosed, lost }: View): object {
  const { id, name, area, ways, closedFor, hours, ends, source, date, properties, created_ms } = zone;
  return {
    ...{ id, name, area: area === null ? null : { type: 'MultiPolygon', coordinates: area }, ways },
    ...{ lost_ways: lost(zone), closed_for: closedFor, hours, ends, source, date, properties },
    ...{ in_force: isClosed(zone), created_at: new Date(created_ms).toISOString() },
  };
}

function zoneTable(zones: readonly Zone[], { isClosed, lost }: View): string {
  return formatTable(
    ['ID', 'NAME', 'WHERE', 'CLOSED FOR', 'HOURS', 'ENDS', 'STATE'],
    zones.map((zone) => {
      const { id, name, ways, closedFor, hours, ends } = zone;
      const gone = lost(zone) ?? 0;
      const where = ways === null ? 'an area' : counted(ways.length, 'way');
      const isRule = closedFor.length > 0;
      return [
        ...[String(id), name, gone === 0 ? where : `${where}, ${gone} not on the map`],
        ...(isRule ? [closedFor.join(','), hours ?? 'always', ends] : ['', '', '']),
        isClosed(zone) ? 'in force' : isRule ? 'not now' : '',
      ];
    }),
  );
}

function withZones<T>(
  flags: ZoneFlags,
  how: { mayBeMade: boolean },
  work: (store: ZoneStore, database: OpenDatabase) => Promise<T>,
): Promise<T> {
  return withDatabase(flags, how, (database) => work(new ZoneStore(database), database));
}
