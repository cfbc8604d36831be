import { isIP } from 'node:net';

/** A setting's names on the command line and in the environment. */
export interface SettingNames {
  /** The flag's name, without dashes. */
  flag: string;
  /** The environment variable's name. */
  env: string;
}

/** A setting with its names. */
export type Setting<T> = SettingEntry<T> & SettingNames;

/**
 * A setting as listed under its subject, with its default and its parser. The setting's flag and variable
 * names are derived from its name in the list: `maxWait_ms` becomes `--max-wait-ms` and
 * `GAZARCH_MAX_WAIT_MS`. Names that differ from the derived ones are stated in the entry.
 */
export interface SettingEntry<T> extends Partial<SettingNames> {
  default: T;
  /** The default is a file or folder with this name in the data folder, wherever that folder is. */
  nameInData?: string;
  /** The default as text in help and docs, if it depends on the machine. */
  defaultText?: string;
  /** A number's unit, for help and docs. */
  unit?: string;
  description: string;
  /** Whether several values can be given, as several flags or separated by commas. */
  isList?: boolean;
  /** The values that `parse` accepts. This text completes the sentence "it must be ...". */
  allowed: string;
  /** Whether the value must never be shown. URLs are always masked. */
  isSecret?: boolean;
  /** Returns `undefined` for a value that is not allowed. */
  parse(text: string): T | undefined;
  /**
   * Returns which part of a value is not allowed and what that part must be; null if the whole value is not
   * what `allowed` says.
   */
  fault?(text: string): string | null;
}

/** The settings of one subject, by their names in `Settings`. */
export type SettingList = Record<
  string,
  | SettingEntry<string>
  | SettingEntry<number>
  | SettingEntry<number | 'auto'>
  | SettingEntry<LogLevel>
  | SettingEntry<'on' | 'off'>
  | SettingEntry<boolean>
>;

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function path(fallback: string, description: string): SettingEntry<string> {
  const parse = (text: string): string | undefined => (isPath(text) ? text : undefined);
  return { default: fallback, description, allowed: 'a path', parse };
}

export function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}

export type WholeNumber = Omit<SettingEntry<number>, 'allowed' | 'parse'> & { min: number; max: number };

export function wholeNumber({ min, max, ...setting }: WholeNumber): SettingEntry<number> {
  const parse = (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { ...setting, allowed: `a whole number from ${min} to ${max}`, parse };
}

type Described<T> = Omit<SettingEntry<T>, 'allowed' | 'parse'>;

/** Returns a setting for an address to listen on. */
export function host(setting: Described<string>): SettingEntry<string> {
  return {
    ...setting,
    allowed: 'an IP address or a host name',
    parse: (text) =>
      isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined,
  };
}

/** Returns a setting whose value is one of a few words. */
export function word<Word extends string>(
  words: readonly Word[],
  setting: Described<NoInfer<Word>>,
): SettingEntry<Word> {
  const quoted = words.map((each) => `\`${each}\``);
  return {
    ...setting,
    allowed: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
    parse: (text) => words.find((each) => each === text),
  };
}

/** Returns a setting whose value is true or false. */
export function truth(setting: Described<boolean>): SettingEntry<boolean> {
  return {
    ...setting,
    allowed: '`true` or `false`',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  };
}
