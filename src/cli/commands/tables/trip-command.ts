import type { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { InputError } from '../../../errors.js';
import { planTrip } from '../../../routing/trip/plan-trip.js';
import { EmbeddedRouter } from '../../../sources/embedded/embedded-router.js';
import { readSetting } from '../../settings/settings.js';
import { bytesOf, writing } from './sheet-file.js';
import { openDatasetOf, sheetCommand, type SheetFlags } from './sheet-work.js';
import { readVroom, type AskedRoads } from './vroom-file.js';
import { vroomSolution } from './vroom-solution.js';

type TripFlags = SheetFlags & { vroom?: boolean };

/** `gazarch trip FILE`: who visits what, and in which order. */
export function tripCommand(): Command {
  return sheetCommand('trip', 'who visits what, and in which order, straight on the dataset')
    .option('--vroom', 'FILE is a problem of VROOM: writes its solution')
    .action(async (file: string, flags: TripFlags) => {
      if (flags.vroom !== true) throw new InputError('say what FILE is with --vroom');
      await solveVroom(file, flags);
    });
}

async function routerOf(flags: TripFlags): Promise<EmbeddedRouter> {
  return new EmbeddedRouter(await openDatasetOf(flags), {
    snapLimit_m: readSetting('snapLimit_m', flags, process.env),
    snapDetour_m: readSetting('snapDetour_m', flags, process.env),
  });
}

/** On the matrix of the file, or else on the roads of the dataset. */
async function solveVroom(file: string, flags: TripFlags): Promise<void> {
  const roads: AskedRoads = async (points, mode) => {
    const router = await routerOf(flags);
    const asked = { origins: points, destinations: points, mode, durations: true, distances: true };
    const { origins, durations_s, distances_m } = await router.matrix({ ...asked, without: null });
    const lost = origins.indexOf(null);
    if (lost !== -1) throw new InputError(`${file}: no usable road is near ${points[lost].join()}`);
    return { durations_s, distances_m: distances_m! };
  };
  const vroom = await readVroom(bytesOf(file).toString('utf8'), roads);
  const work = planTrip(vroom.problem);
  let step = work.next();
  while (step.done !== true) step = work.next();
  const solution = vroomSolution(vroom, step.value);
  const { output } = flags;
  if (output === undefined) process.stdout.write(solution);
  else
    writing(output, () => writeFileSync(output, solution, { flag: flags.overwrite === true ? 'w' : 'wx' }));
}
