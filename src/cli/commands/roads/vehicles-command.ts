import { Command } from 'commander';
import { InputError } from '../../../errors.js';
import { isVehicle, VEHICLE_RULE, type NamedVehicle } from '../../../zones/zone.js';
import { ZoneStore } from '../../../zones/zone-store.js';
import { addSettingFlags, type SettingFlags } from '../../settings/settings.js';
import { withDatabase } from '../../settings/with-database.js';
import { formatTable, print, printNote, sayErrorsInOneLine } from '../../terminal/output.js';
import { noteVehicle } from '../../terminal/shell-audit.js';

type VehicleFlags = SettingFlags & { json?: boolean; height?: string; weight?: string };

/** `gazarch vehicles add|list|remove`. A running service picks up changes within two seconds. */
export function vehiclesCommand(): Command {
  const command = new Command('vehicles').description('define vehicles by their height and weight');
  command
    .command('add')
    .description('add or change a kind of vehicle; a running service picks up the change within seconds')
    .argument('<name>', 'the name used in requests, such as ten-ton')
    .option('--height <meters>', 'height; roads with a lower limit are avoided; none: removes the height')
    .option(
      '--weight <tons>',
      'weight; roads with a lower limit are avoided, above 3.5 also hgv=no; none: removes the weight',
    )
    .action(addAndPrint);
  command.command('list').description('list them by name').action(listAndPrint);
  command.command('remove').description('remove one').argument('<name>').action(removeAndPrint);
  for (const each of command.commands) addSettingFlags(each, ['database']).option('--json', 'print JSON');
  return sayErrorsInOneLine(command);
}

async function addAndPrint(name: string, flags: VehicleFlags): Promise<void> {
  if (!isVehicle(name)) throw new InputError(`the name ${JSON.stringify(name)} must be ${VEHICLE_RULE}`);
  const given = {
    ...(flags.height !== undefined && { height_m: numberOf('--height', flags.height, 20) }),
    ...(flags.weight !== undefined && { weight_t: numberOf('--weight', flags.weight, 200) }),
  };
  const { before, vehicle } = await withDatabase(flags, { mayBeMade: true }, async (database) => {
    const store = new ZoneStore(database);
    const known = (await store.vehicles()).find((each) => each.name === name) ?? null;
    const changed = { name, height_m: null, weight_t: null, ...known, ...given };
    if (changed.height_m === null && changed.weight_t === null)
      throw new InputError('give its size with --height, --weight or both');
    await store.putVehicle(changed, Date.now());
    await noteVehicle(database, name, { before: known, after: changed });
    return { before: known, vehicle: changed };
  });
  if (before !== null)
    printNote(
      `${name} already existed: sizes that you omit stay unchanged, and --height none removes the height`,
    );
  printVehicles([vehicle], flags);
}

async function listAndPrint(flags: VehicleFlags): Promise<void> {
  const list = (open: ConstructorParameters<typeof ZoneStore>[0]): Promise<NamedVehicle[]> =>
    new ZoneStore(open).vehicles();
  const vehicles = await withDatabase(flags, { mayBeMade: false }, list);
  if (vehicles.length === 0 && flags.json !== true) print('There are no vehicles.');
  else printVehicles(vehicles, flags);
}

async function removeAndPrint(name: string, flags: VehicleFlags): Promise<void> {
  await withDatabase(flags, { mayBeMade: false }, async (database) => {
    const store = new ZoneStore(database);
    const before = (await store.vehicles()).find((known) => known.name === name);
    if (before === undefined)
      throw new InputError(`there is no vehicle ${name}; \`gazarch vehicles list\` shows all vehicles`);
    await store.removeVehicle(name);
    await noteVehicle(database, name, { before, after: null });
  });
  if (flags.json === true) print(JSON.stringify({ removed: name }));
  else printNote(`vehicle ${name} was removed`);
}

function numberOf(flag: string, text: string, most: number): number | null {
  if (text === 'none') return null;
  const number = /^\d{1,3}(\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  if (number > 0 && number <= most) return number;
  throw new InputError(
    `${flag} is ${JSON.stringify(text)}; it must be a number above 0, at most ${most}, or none`,
  );
}

function printVehicles(vehicles: readonly NamedVehicle[], { json }: VehicleFlags): void {
  if (json === true) {
    print(
      JSON.stringify(
        vehicles.map(({ name, height_m, weight_t }) => ({
          name,
          height_meters: height_m,
          weight_tons: weight_t,
        })),
      ),
    );
    return;
  }
  const size = (value: number | null, unit: string): string => (value === null ? '' : `${value} ${unit}`);
  const rows = vehicles.map(({ name, height_m, weight_t }) => [
    name,
    size(height_m, 'm'),
    size(weight_t, 't'),
  ]);
  print(formatTable(['NAME', 'HEIGHT', 'WEIGHT'], rows));
}
