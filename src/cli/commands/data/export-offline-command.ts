import { Command, Option } from 'commander';
import { existsSync, readFileSync } from 'node:fs';
import { counted } from '../../../counted.js';
import { servedDataset } from '../../../dataset/dataset-folder.js';
import { layerNames } from '../../../dataset/layers/layer-folder.js';
import { fileIdentity, partOf, readDataset } from '../../../dataset/read-dataset.js';
import type { SectionMap } from '../../../dataset/format.js';
import { tilesPath } from '../../../dataset/tiles-path.js';
import { InputError } from '../../../errors.js';
import { exportOffline, sectionsPart, type PartToExport } from '../../../offline/export/export-offline.js';
import {
  OFFLINE_PARTS,
  PACKINGS,
  type OfflineManifest,
  type OfflinePartName,
  type OfflineSettings,
  type OfflineSource,
  type Packing,
} from '../../../offline/kept/manifest.js';
import { areaName, areaOf } from './export-area.js';
import { PLACE_SETTINGS, readDatasetPlace } from '../../settings/dataset-place.js';
import { print, printWarning } from '../../terminal/output.js';
import { ProgressPrinter } from '../../terminal/progress.js';
import {
  addSettingFlags,
  readSetting,
  type SettingFlags,
  type SettingName,
} from '../../settings/settings.js';
import { GENERATOR } from '../../terminal/version.js';

/** Settings that affect answers. Offline clients use the same values as the service. */
const ANSWERS = [
  'maxRouteDistance_m',
  'maxMatrixCells',
  'maxIsochroneMinutes',
  'isochroneAround_m',
  'snapLimit_m',
  'snapDetour_m',
  'reverseAddress_m',
  'reversePlace_m',
  'reverseStreet_m',
  'reverseStreetAtGround_m',
  'reverseAny_m',
  'reverseSettlement_m',
  'reverseDoorstep_m',
  'timeZone',
] as const satisfies readonly SettingName[];

interface OfflineFlags extends SettingFlags {
  to: string;
  parts: string;
  area?: string;
  packing: Packing;
  json?: boolean;
}

/** `gazarch export offline --to DIR` */
export function exportOfflineCommand(): Command {
  return addSettingFlags(
    new Command('offline').description(
      'split the dataset into pieces for browsers and programs that work offline',
    ),
    [...PLACE_SETTINGS, ...ANSWERS],
  )
    .requiredOption('--to <dir>', "folder for the pieces; its name becomes the area's name")
    .option('--parts <list>', 'parts, separated by commas', OFFLINE_PARTS.join(','))
    .option(
      '--area <area>',
      'the area where answers are valid, if the dataset was cut: a box "W,S,E,N", a .geojson file or a name',
    )
    .addOption(
      new Option(
        '--packing <kind>',
        'br needs a server that sets the Content-Encoding header; gzip works anywhere; none is for app ' +
          'packages',
      )
        .choices(PACKINGS)
        .default('br'),
    )
    .option('--json', 'print the manifest as JSON')
    .action(async (flags: OfflineFlags) => {
      // Refuses a name that cannot be served before the work, which takes minutes.
      areaName(flags.to);
      const { folder } = readDatasetPlace(flags, process.env);
      const names = partsFrom(flags.parts);
      const served = servedDataset(folder);
      if (served === null)
        throw new InputError(`there is no dataset in ${folder} yet; make one with "gazarch import" first`);
      const layers = layerNames(folder);
      if (layers.length > 0)
        printWarning(
          `the layers ${layers.join(', ')} are not exported: only the map data can be used offline`,
        );
      const sections = readDataset(served.path);
      const progress = new ProgressPrinter(process.stderr);
      const manifest = await exportOffline({
        generator: GENERATOR,
        made_at: new Date(fileIdentity(served.path)!.modified_ms).toISOString(),
        area: areaOf(flags.area, flags.to, sections),
        sources: sourcesOf(sections),
        settings: settingsOf(flags),
        parts: names.map((name) =>
          name === 'tiles'
            ? tilesOf(tilesPath(served))
            : sectionsPart(name, partOf(sections, sectionName(name))),
        ),
        packing: flags.packing,
        to: flags.to,
        onProgress: (done, total) => progress.onProgress('export', 'packing', done / total),
      }).finally(() => progress.clear());
      print(flags.json === true ? JSON.stringify(manifest) : textOf(flags.to, manifest));
    });
}

/** Returns the name of the part's section in a dataset. */
function sectionName(part: OfflinePartName): string {
  return part === 'search' ? 'geocoding' : part;
}

function partsFrom(text: string): OfflinePartName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !OFFLINE_PARTS.some((known) => known === name));
  if (unknown !== undefined)
    throw new InputError(
      `--parts contains "${unknown}"; it must be a comma-separated list of any of ` +
        `${OFFLINE_PARTS.join(', ')}`,
    );
  return OFFLINE_PARTS.filter((name) => names.includes(name));
}

function tilesOf(path: string): PartToExport {
  if (!existsSync(path))
    throw new InputError(
      `there is no map next to the dataset (${path}); create it with "gazarch tiles", or leave "tiles" ` +
        'out of --parts',
    );
  return { name: 'tiles', bytes: readFileSync(path), sections: [] };
}

function sourcesOf(sections: SectionMap): OfflineSource[] {
  const text = Buffer.from((sections['meta/json'] as Uint8Array | undefined) ?? []).toString();
  const { sources = [] } = (text === '' ? {} : JSON.parse(text)) as { sources?: OfflineSource[] };
  return sources.map(({ name, timestamp = null, attribution = null, license = null, invented }) => ({
    ...{ name, timestamp, attribution, license },
    ...(invented === true && { invented }),
  }));
}

function settingsOf(flags: SettingFlags): OfflineSettings {
  const of = <Name extends SettingName>(name: Name) => readSetting(name, flags, process.env);
  return {
    max_route_distance_meters: of('maxRouteDistance_m'),
    max_matrix_cells: of('maxMatrixCells'),
    max_isochrone_minutes: of('maxIsochroneMinutes'),
    isochrone_around_meters: of('isochroneAround_m'),
    snap_limit_meters: of('snapLimit_m'),
    snap_detour_meters: of('snapDetour_m'),
    reverse_radii_meters: {
      address_m: of('reverseAddress_m'),
      place_m: of('reversePlace_m'),
      street_m: of('reverseStreet_m'),
      street_at_ground_m: of('reverseStreetAtGround_m'),
      any_m: of('reverseAny_m'),
      settlement_m: of('reverseSettlement_m'),
      doorstep_m: of('reverseDoorstep_m'),
    },
    time_zone: of('timeZone'),
  };
}

function textOf(to: string, { parts, edition }: OfflineManifest): string {
  const size = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  const total = parts.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0);
  return [
    `${to}: edition ${edition}, ${size(total)} to download`,
    ...parts.map(
      ({ name, packed_bytes, bytes, pieces }) =>
        `  ${name}: ${size(packed_bytes)} in ${counted(pieces.length, 'piece')}, ${size(bytes)} unpacked`,
    ),
  ].join('\n');
}
