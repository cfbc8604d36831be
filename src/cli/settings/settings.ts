import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { InputError } from '../../errors.js';
import { maskUrl } from '../../masked-url.js';
import { ANSWER_SETTINGS, REVERSE_SETTINGS } from './answer-settings.js';
import { CONSOLE_SETTINGS } from './console-settings.js';
import { DATA_SETTINGS, IMPORT_SETTINGS } from './data-settings.js';
import { KEY_SETTINGS } from './key-settings.js';
import { printWarning } from '../terminal/output.js';
import { LOG_SETTINGS, MAP_SETTINGS, SERVER_SETTINGS } from './server-settings.js';
import { COMMON_SETTINGS, SETTING_GROUPS } from './setting-groups.js';
import type { Setting, SettingList, SettingNames } from './setting-kinds.js';
import { SOURCE_SETTINGS } from './source-settings.js';

/**
 * All settings of a deployment: names, defaults and bounds, with the reason for each. The list of each
 * subject is in a separate file.
 */
export const SETTINGS = named({
  ...DATA_SETTINGS,
  ...IMPORT_SETTINGS,
  ...SOURCE_SETTINGS,
  ...SERVER_SETTINGS,
  ...MAP_SETTINGS,
  ...LOG_SETTINGS,
  ...KEY_SETTINGS,
  ...ANSWER_SETTINGS,
  ...REVERSE_SETTINGS,
  ...CONSOLE_SETTINGS,
});

/**
 * The help of a command with more settings than this shows only the common ones, unless the user requests all
 * of them.
 */
const MANY_SETTINGS = 12;

/** A setting's flag, with a short and a full description. */
export class SettingOption extends Option {
  readonly whole: string;

  constructor(flags: string, { short, whole, group }: { short: string; whole: string; group: string }) {
    super(flags, short);
    this.whole = whole;
    this.helpGroup(group);
  }
}

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: (typeof SETTINGS)[Name]['default'] };

/**
 * The settings that a part of the program needs. Only the code that assembles a process passes on all
 * settings.
 */
export type Only<Name extends SettingName> = Pick<Settings, Name>;

/** The flags' values, under the names that commander uses: `--rate-limit` is `rateLimit`. */
export type SettingFlags = Readonly<Record<string, unknown>>;

/**
 * Reads all settings. A flag takes precedence over the environment variable, which takes precedence over the
 * default. An empty environment variable is treated as unset. An unknown `GAZARCH_` variable causes a
 * warning, because it is most likely a typo.
 * @throws InputError that names the flag or the variable, its value, and the allowed values.
 */
export function readSettings(
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
  warn: (message: string) => void = printWarning,
): Settings {
  unknownSettings(env).forEach(warn);
  const values = (Object.keys(SETTINGS) as SettingName[]).map((name) => [
    name,
    readSetting(name, flags, env),
  ]);
  return Object.fromEntries(values) as Settings;
}

/**
 * Reads one setting, for a command that does not need the others.
 * @throws InputError as `readSettings` does.
 */
export function readSetting<Name extends SettingName>(
  name: Name,
  flags: SettingFlags,
  env: NodeJS.ProcessEnv,
): Settings[Name] {
  const setting = SETTINGS[name] as Setting<Settings[Name]>;
  const flag = flags[camelCase(setting.flag)];
  if (typeof flag === 'string') return parsed(setting, `--${setting.flag}`, flag);
  if (typeof flag === 'boolean') return flag as Settings[Name];
  const variable = env[setting.env] ?? '';
  if (variable !== '') return parsed(setting, setting.env, variable);
  if (setting.nameInData === undefined) return setting.default;
  return join(readSetting('data', flags, env), setting.nameInData) as Settings[Name];
}

/**
 * Adds the flags of the given settings to a command; by default, the flags of all settings. A setting that is
 * true or false has two flags without a value, `--x` and `--no-x`; the second is useful if an environment
 * variable sets the setting to true. If the default of any setting lies in the data folder, the command also
 * gets that folder's flag. The help of a command with many settings shows only the common ones.
 */
export function addSettingFlags(
  command: Command,
  names: readonly SettingName[] = Object.keys(SETTINGS) as SettingName[],
  common: readonly SettingName[] = COMMON_SETTINGS,
): Command {
  const isInData = names.some((name) => 'nameInData' in SETTINGS[name]);
  const isMany = names.length > MANY_SETTINGS;
  for (const name of isInData && !names.includes('data') ? (['data', ...names] as const) : names)
    for (const option of optionsOf(name, isMany)) {
      // Negative flags are already hidden.
      const isHidden = option.hidden || (isMany && !common.includes(name));
      command.addOption(option.hideHelp(isHidden));
    }
  return command;
}

function optionsOf(name: SettingName, isMany: boolean): SettingOption[] {
  const setting: Setting<string | number | boolean> = SETTINGS[name];
  const { flag, env, default: value, unit, isList = false } = setting;
  const { defaultText = unit === undefined ? String(value) : `${value} ${unit}` } = setting;
  const description = plainText(setting.description.replace(/\.$/, ''));
  const list = isList ? '; repeatable' : '';
  const whole = `${description} (else ${env}, else ${plainText(defaultText)})${list}`;
  const short = isMany ? `${firstStatement(description)} (default: ${plainText(defaultText)})` : whole;
  const group = `${SETTING_GROUPS.find(([, list]) => Object.hasOwn(list, name))![0]}:`;
  if (typeof value === 'boolean') {
    const not = new SettingOption(`--no-${flag}`, {
      ...{ short: '', whole: `turned off, regardless of ${env}`, group },
    }).hideHelp(isMany);
    not.description = not.whole;
    return [new SettingOption(`--${flag}`, { short, whole, group }), not];
  }
  const option = new SettingOption(`--${flag} <value>`, { short, whole, group });
  if (isList) option.argParser(listed);
  return [option];
}

/**
 * Returns one warning for each `GAZARCH_` variable that is not a setting, and suggests the most similar
 * setting.
 */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values(SETTINGS).map((setting) => setting.env);
  return Object.keys(env)
    .filter((name) => name.startsWith('GAZARCH_') && !known.includes(name))
    .sort()
    .map((name) => `${name} is not a setting and is ignored; did you mean ${nearest(name, known)}?`);
}

/**
 * Reads a flag that has a different name from the setting's own flag but the same meaning.
 * @throws InputError as `readSettings` does.
 */
export function checkSetting<Name extends SettingName>(
  name: Name,
  source: string,
  text: string,
): Settings[Name] {
  return parsed(SETTINGS[name] as Setting<unknown> as Setting<Settings[Name]>, source, text);
}

/** A setting's current value, without secrets. */
export interface SettingInForce {
  flag: string;
  env: string;
  value: string;
  default: string;
  unit: string;
  description: string;
  is_default: boolean;
}

export function settingsInForce(settings: Settings): SettingInForce[] {
  return (Object.keys(SETTINGS) as SettingName[]).map((name) => {
    const setting = SETTINGS[name] as Setting<Settings[SettingName]>;
    const { flag, env, unit = '', description, isSecret = false } = setting;
    const shown = (value: string | number | boolean): string =>
      isSecret && value !== '' ? '***' : maskUrl(String(value));
    const standard =
      setting.nameInData === undefined ? setting.default : join(settings.data, setting.nameInData);
    const value = settings[name];
    return {
      ...{ flag, env, unit, description: plainText(description) },
      value: shown(value),
      default: setting.defaultText === undefined ? shown(standard) : plainText(setting.defaultText),
      is_default: String(value) === String(standard),
    };
  });
}

/** Returns all settings as environment variables, for another process of the same deployment. */
export function settingsAsEnv(settings: Settings): Record<string, string> {
  const names = Object.keys(SETTINGS) as SettingName[];
  return Object.fromEntries(names.map((name) => [SETTINGS[name].env, String(settings[name])]));
}

/** Adds to each setting the names that its entry does not state. */
function named<List extends SettingList>(
  list: List,
): { readonly [Name in keyof List]: List[Name] & SettingNames } {
  const entries = Object.entries(list).map(([name, entry]) => {
    const flag = name.replace(/[A-Z]|_/g, (sign) => `-${sign === '_' ? '' : sign.toLowerCase()}`);
    const env = `GAZARCH_${flag.replaceAll('-', '_').toUpperCase()}`;
    return [name, { flag, env, ...entry }];
  });
  return Object.fromEntries(entries) as { [Name in keyof List]: List[Name] & SettingNames };
}

function parsed<T>(setting: Setting<T>, source: string, text: string): T {
  const value = setting.parse(text);
  if (value !== undefined) return value;
  const remedy = setting.fault?.(text) ?? `it must be ${setting.allowed.replaceAll('`', '')}`;
  throw new InputError(`${source} is ${JSON.stringify(maskUrl(text))}; ${remedy}`);
}

/** Removes Markdown formatting for a terminal: a link becomes the name of its page. */
function plainText(text: string): string {
  return text
    .replace(/\(\[[^\]]*\]\(([^)#]+)[^)]*\)\)/g, '(see docs/$1)')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
}

/** Returns the text before the first semicolon, colon or end of a sentence. */
function firstStatement(text: string): string {
  return /^.*?(?=[.;:] |$)/.exec(text)![0];
}

function listed(value: string, before: string | undefined): string {
  return before === undefined ? value : `${before},${value}`;
}

function camelCase(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function nearest(name: string, known: readonly string[]): string {
  return known.reduce((best, candidate) =>
    editDistance(name, candidate) < editDistance(name, best) ? candidate : best,
  );
}

/** Returns the Levenshtein distance, computed one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
