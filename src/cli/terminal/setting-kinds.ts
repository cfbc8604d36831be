import { isIP } from 'node:net';

/** One setting: its names, its default, and how it is read. */
export interface Setting<T> {
  /** Name of the flag, without dashes. */
  flag: string;
  /** Name of the environment variable. */
  env: string;
  default: T;
  /** The default is this name in the data folder, whatever that is set to. */
  nameInData?: string;
  /** Text of the default in help and docs, for a default that depends on the machine. */
  defaultText?: string;
  /** Of numbers, for help and docs. */
  unit?: string;
  description: string;
  /** Several values are given by several flags, or separated by commas. */
  isList?: boolean;
  /** What `parse` accepts. It ends the sentence "it must be ...". */
  allowed: string;
  /** Its value is never shown. URLs are masked anyway. */
  isSecret?: boolean;
  /** Returns undefined for a text that is not allowed. */
  parse(text: string): T | undefined;
}

/** Settings of one subject, by their names in `Settings`. */
export type SettingList = Record<
  string,
  Setting<string> | Setting<number> | Setting<LogLevel> | Setting<'on' | 'off'> | Setting<boolean>
>;

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function path(flag: string, env: string, fallback: string, description: string): Setting<string> {
  const parse = (text: string): string | undefined => (isPath(text) ? text : undefined);
  return { flag, env, default: fallback, description, allowed: 'a path', parse };
}

export function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}

export type WholeNumber = Omit<Setting<number>, 'allowed' | 'parse'> & { min: number; max: number };

export function wholeNumber({ min, max, ...setting }: WholeNumber): Setting<number> {
  const parse = (text: string): number | undefined => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
  return { ...setting, allowed: `a whole number from ${min} to ${max}`, parse };
}

type Described<T> = Omit<Setting<T>, 'allowed' | 'parse'>;

/** An address to listen on. */
export function host(setting: Described<string>): Setting<string> {
  return {
    ...setting,
    allowed: 'an IP address or a host name',
    parse: (text) =>
      isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text) ? text : undefined,
  };
}

/** One of a few words. */
export function word<Word extends string>(
  words: readonly Word[],
  setting: Described<NoInfer<Word>>,
): Setting<Word> {
  const quoted = words.map((each) => `\`${each}\``);
  return {
    ...setting,
    allowed: `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`,
    parse: (text) => words.find((each) => each === text),
  };
}

/** Something that is so or not. */
export function truth(setting: Described<boolean>): Setting<boolean> {
  return {
    ...setting,
    allowed: '`true` or `false`',
    parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  };
}
