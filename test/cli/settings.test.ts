import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import {
  addSettingFlags,
  readSetting,
  readSettings,
  SETTINGS,
  unknownSettings,
} from '../../src/cli/settings/settings.js';
import { COMMON_SETTINGS, SETTING_GROUPS } from '../../src/cli/settings/setting-groups.js';
import { maskUrl } from '../../src/masked-url.js';
import type { SettingName, Settings } from '../../src/cli/settings/settings.js';
import type { Setting } from '../../src/cli/settings/setting-kinds.js';

const NONE = (): void => undefined;

function withVariable(name: SettingName, text: string): Settings[SettingName] {
  return readSettings({}, { [SETTINGS[name].env]: text }, NONE)[name];
}

/** A table of docs/settings.md. */
function settingsTable(names: readonly string[]): string[] {
  const rows = names.map((name) => {
    const setting: Setting<string | number | boolean> = SETTINGS[name as SettingName];
    const unit = setting.unit === undefined ? '' : ` ${setting.unit}`;
    const standard = setting.defaultText ?? `\`${setting.default}\`${unit}`;
    // The page says once that numbers are whole.
    const allowed = setting.allowed.replace('a whole number from ', '');
    return [`\`${setting.env}\`<br>\`--${setting.flag}\``, standard, allowed, setting.description];
  });
  const header = ['Variable and flag', 'Default', 'Allowed', 'Meaning'];
  return [header, header.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  );
}

/** The headings and tables of docs/settings.md: the common settings, then the others by subject. */
function settingsPage(): string {
  const others = SETTING_GROUPS.flatMap(([heading, list]) => {
    const names = Object.keys(list).filter((name) => !(COMMON_SETTINGS as readonly string[]).includes(name));
    return [`## ${heading}`, ...settingsTable(names)];
  });
  return ['## The common ones', ...settingsTable(COMMON_SETTINGS), ...others].join('\n');
}

describe('settings', () => {
  it('have these defaults', () => {
    expect(readSettings({}, {}, NONE)).toEqual({
      data: 'data',
      dataset: 'data/dataset',
      datasetFolder: '',
      datasetPoll_s: 30,
      router: 'embedded',
      geocoder: 'embedded',
      require: 'any',
      sourceConnections: 16,
      keepDatasets: 3,
      keyCopyHours: 24,
      citySpeed_percent: '50',
      winterRoads: 'open',
      host: '127.0.0.1',
      port: 8080,
      map: 'auto',
      mapDataset: 'auto',
      mapAskLimit: 'auto',
      mapAskTotal: 600,
      mapReports: false,
      mapSpeeds: 'off',
      playground: 'auto',
      offline: '',
      metricsPort: 0,
      metricsHost: '127.0.0.1',
      workers: availableParallelism(),
      database: 'data/gazarch.sqlite',
      databaseMustExist: false,
      defaultRateLimit: 100,
      limits: 'memory',
      compat: 'none',
      isochroneAround_m: 250,
      maxIsochroneMinutes: 60,
      maxMatrixCells: 10_000,
      maxRouteDistance_m: 100_000,
      snapLimit_m: 10_000,
      tiles: 'on',
      roadChanges: 'on',
      snapDetour_m: 1000,
      reverseAddress_m: 30,
      reversePlace_m: 50,
      reverseStreet_m: 100,
      reverseStreetAtGround_m: 30,
      reverseAny_m: 1000,
      reverseSettlement_m: 20_000,
      reverseDoorstep_m: 2,
      requestTimeout_ms: 5000,
      maxWait_ms: 20,
      drain_s: isatty(1) || isatty(2) ? 0 : 5,
      bodyLimit_bytes: 16_384,
      usage: 'on',
      timeZone: 'Asia/Ulaanbaatar',
      countUnfound: false,
      corsOrigin: '*',
      trustProxy: 'none',
      logFormat: 'auto',
      requestLog: 'auto',
      logLevel: 'info',
      console: false,
      consoleHost: '127.0.0.1',
      consolePort: 8081,
      consoleUrl: '',
      publicUrl: '',
      openSignUp: false,
      signUpRateLimit: 600,
      consoleSecret: '',
      smtp: '',
      mailFrom: '',
      oidcIssuer: '',
      oidcClientId: '',
      oidcClientSecret: '',
      oidcName: 'OpenID Connect',
    });
  });

  it('come from flags, then from the environment, then from defaults', () => {
    const env = { GAZARCH_PORT: '1', GAZARCH_RATE_LIMIT: '2', GAZARCH_HOST: '' };
    expect(readSettings({ port: '3', sample: true }, env, NONE)).toMatchObject({
      port: 3,
      defaultRateLimit: 2,
      host: '127.0.0.1',
    });
    expect(readSettings({ rateLimit: '4' }, env, NONE).defaultRateLimit).toBe(4);
  });

  it('of the environment do not matter where a flag says something else', () => {
    expect(readSettings({ port: '80' }, { GAZARCH_PORT: 'nonsense' }, NONE).port).toBe(80);
  });

  const bounds: [SettingName, number, number][] = [
    ['datasetPoll_s', 1, 86_400],
    ['keepDatasets', 1, 1000],
    ['port', 0, 65_535],
    ['metricsPort', 0, 65_535],
    ['workers', 1, 512],
    ['defaultRateLimit', 1, 1_000_000],
    ['maxRouteDistance_m', 1, 20_037_508],
    ['snapLimit_m', 1, 50_000],
    ['snapDetour_m', 0, 50_000],
    ['reverseAddress_m', 0, 10_000],
    ['reversePlace_m', 0, 10_000],
    ['reverseStreet_m', 0, 10_000],
    ['reverseStreetAtGround_m', 0, 10_000],
    ['reverseAny_m', 0, 10_000],
    ['reverseSettlement_m', 0, 100_000],
    ['reverseDoorstep_m', 0, 100],
    ['requestTimeout_ms', 1, 600_000],
    ['maxWait_ms', 0, 60_000],
    ['bodyLimit_bytes', 1, 16_777_216],
  ];
  it.each(bounds)('%s is a whole number from %i to %i', (name, min, max) => {
    expect(withVariable(name, String(min))).toBe(min);
    expect(withVariable(name, String(max))).toBe(max);
    for (const text of [
      String(min - 1),
      String(max + 1),
      '1.5',
      '1e3',
      '0x10',
      ' 5',
      '5 ',
      '5m',
      '+5',
      '１',
      '9'.repeat(40),
      'NaN',
      '-0',
    ]) {
      expect(() => withVariable(name, text), text).toThrow(
        new InputError(
          `${SETTINGS[name].env} is ${JSON.stringify(text)}; it must be a whole number from ${min} to ${max}`,
        ),
      );
    }
  });

  const texts: [SettingName, string[], string[]][] = [
    [
      'host',
      ['127.0.0.1', '0.0.0.0', '::', '::1', 'fe80::1', 'localhost', 'api.example.mn'],
      ['-x', 'a b', 'http://localhost', 'localhost:80', '[::1]', 'a'.repeat(300)],
    ],
    [
      'corsOrigin',
      ['*', 'https://maps.example.mn', 'http://localhost:5173', 'https://a.mn,https://b.mn'],
      [
        'maps.example.mn',
        'https://maps.example.mn/',
        'https://*.mn',
        'null',
        'https://a.mn,*',
        'https://a.mn,',
        'ftp://a.mn',
        'https://A.mn',
      ],
    ],
    ['logLevel', ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], ['INFO', 'verbose', '30']],
    [
      'limits',
      [
        'memory',
        'redis://localhost',
        'redis://10.0.0.7:6380/2',
        'rediss://gazarch:s%40cret@redis.example.mn:6379/0?prefix=shop:&wait_ms=20',
        'redis://:secret@[::1]:6379',
        'redis://u:p@a:7000,[::1]:7001,c/?prefix={gazarch}:',
        'redis-sentinel://u:p@a,b:26380/1?primary=shop&sentinel_password=x',
      ],
      [
        'Memory',
        'redis',
        'localhost:6379',
        'http://localhost',
        'redis://',
        'redis://localhost:99999',
        'redis://localhost/zero',
        'redis://a,,b',
        'redis://a:99999,b',
        'redis://a?primary=shop',
        'redis-sentinel://a?primary=',
        'redis://localhost?timeout',
        'redis://localhost?wait_ms=1',
        'redis://localhost?wait_ms=251',
        'redis://localhost?prefix=a%20b',
      ],
    ],
    [
      'dataset',
      [
        'data',
        '/srv/дата сет',
        './x',
        'https://maps.example.mn/mongolia.json',
        'http://u:p@[::1]:81/a/m.json',
      ],
      ['a\0b', 'https://maps.example.mn/', 'https://', 'ftp://maps.example.mn/m.json'],
    ],
    ['datasetFolder', ['/srv/datasets'], ['a\0b']],
    ['database', ['keys.sqlite', '/var/lib/gazarch/keys.sqlite'], ['\0']],
  ];
  it.each(texts)('%s takes %j and not %j', (name, good, bad) => {
    for (const text of good) expect(withVariable(name, text)).toBe(text);
    const setting = SETTINGS[name] as Setting<unknown>;
    for (const text of bad) {
      const what = setting.fault?.(text) ?? 'it must be ';
      expect(() => withVariable(name, text), text).toThrow(
        `${setting.env} is ${JSON.stringify(maskUrl(text))}; ${what}`,
      );
    }
  });

  it('mapAskLimit takes auto and whole numbers', () => {
    const taken = ['auto', '0', '60', '1000000'].map((text) => withVariable('mapAskLimit', text));
    expect(taken).toEqual(['auto', 0, 60, 1_000_000]);
    for (const text of ['-1', '1000001', 'on', '1.5'])
      expect(() => withVariable('mapAskLimit', text), text).toThrow('it must be auto, or a whole number');
  });

  it('that are wrong are named as they were given', () => {
    expect(() => readSettings({ port: '-1' }, {}, NONE)).toThrow(
      '--port is "-1"; it must be a whole number from 0 to 65535',
    );
    expect(() => readSettings({ dataset: '' }, {}, NONE)).toThrow('--dataset is ""; it must be a path');
    expect(() => readSettings({}, { GAZARCH_LOG_LEVEL: 'loud' }, NONE)).toThrow(
      'GAZARCH_LOG_LEVEL is "loud"; it must be one of silent, fatal, error, warn, info, debug, trace',
    );
  });

  it('that are true or false are flags without a value; the environment has a value', async () => {
    const name = 'GAZARCH_DATABASE_MUST_EXIST';
    const read = async (args: string[], text?: string): Promise<boolean> => {
      let value: boolean | undefined;
      const command = addSettingFlags(new Command(), ['databaseMustExist']).action((flags: object) => {
        value = readSetting('databaseMustExist', { ...flags }, text === undefined ? {} : { [name]: text });
      });
      await command.parseAsync(args, { from: 'user' });
      return value!;
    };
    expect(await read([])).toBe(false);
    expect(await read(['--database-must-exist'])).toBe(true);
    expect(await read([], 'true')).toBe(true);
    expect(await read([], 'false')).toBe(false);
    expect(await read([], '')).toBe(false);
    expect(await read(['--no-database-must-exist'], 'true')).toBe(false);
    expect(await read(['--database-must-exist'], 'false')).toBe(true);
    for (const text of ['yes', '1', 'TRUE', 'toString'])
      await expect(read([], text), text).rejects.toThrow(
        `${name} is ${JSON.stringify(text)}; it must be true or false`,
      );
  });

  it.each([
    ['redis://gazarch:s3cret@localhost:99999', 'redis://***@localhost:99999'],
    ['redis://:s3cret@localhost/zero', 'redis://***@localhost/zero'],
    ['redis://:s3@cret/s3cret@localhost?x', 'redis://***@localhost?***'],
    ['redis:s3cret@localhost', 'redis:***@localhost'],
    ['s3cret@localhost', '***@localhost'],
    [
      'redis://localhost?prefix=a&password=s3cret&wait_ms=x',
      'redis://localhost?prefix=a&password=***&wait_ms=x',
    ],
  ])('never show a password: %s', (text, shown) => {
    expect(() => readSettings({}, { GAZARCH_LIMITS: text }, NONE)).toThrow(
      `GAZARCH_LIMITS is ${JSON.stringify(shown)}; it must `,
    );
  });

  it.each([
    [
      'redis://h/?wait_ms=999',
      /=999"; its wait_ms must be a whole number of milliseconds from 3 to 250, such/,
    ],
    [
      'redis://h?wait_ms=',
      /; its wait_ms must be a whole number of milliseconds from 3 to 250, such as 150$/,
    ],
    ['redis://h?prefix=a%20b&wait_ms=20', /; its prefix must be 1 to 64 letters, .* such as gazarch:$/],
    ['rediss-sentinel://h?primary=', /; its primary must be 1 to 64 letters, .* such as mymaster$/],
    ['redis://h?timeout=5', /; it must have no parameters but prefix, wait_ms$/],
    ['redis-sentinel://h?x', /; it must have no parameters but .*, primary, sentinel_password$/],
    // Without these, the whole address is at fault: a password may contain a question mark.
    ['redis://h/?wait_ms=20#x', /; it must be memory, or redis:/],
    ['redis://u:s3?cret=9@h/0', /; it must be memory, or redis:/],
  ])('name the parameter of a Redis address and what it must be: %s', (text, message) => {
    expect(() => readSettings({}, { GAZARCH_LIMITS: text }, NONE)).toThrow(message);
  });

  it.each([
    [
      'sslmode=prefer',
      '?sslmode=prefer"; its sslmode must be disable, require, verify-ca or verify-full; prefer and allow ' +
        'may connect unencrypted',
    ],
    [
      'target_session_attrs=standby',
      '?target_session_attrs=standby"; its target_session_attrs must be any, read-write or primary',
    ],
  ])('name the parameter of a PostgreSQL address and what it must be: %s', (query, message) => {
    const text = `postgres://me:s3cret@h/keys?${query}`;
    expect(() => readSettings({}, { GAZARCH_DATABASE: text }, NONE)).toThrow(
      `GAZARCH_DATABASE is "postgres://***@h/keys${message}`,
    );
  });

  it('say the same of sslmode in the address of a PostGIS database, and of no other part of it', () => {
    const read = (query: string) => () =>
      readSettings({}, { GAZARCH_GEOCODER: `postgis://me:s3cret@h/places?${query}` }, NONE).geocoder;
    expect(read('sslmode=prefer')).toThrow(
      'GAZARCH_GEOCODER is "postgis://***@h/places?sslmode=prefer"; its sslmode must be disable, require,',
    );
    expect(read('schema=A')).toThrow('; it must be embedded, none,');
    expect(read('schema=a&sslmode=verify-ca')()).toContain('sslmode=verify-ca');
  });

  it('that are lists are several flags, or one with commas', async () => {
    const read = async (args: string[], text = ''): Promise<string> => {
      let value = '';
      const command = addSettingFlags(new Command(), ['trustProxy']).action((flags: object) => {
        value = readSetting('trustProxy', { ...flags }, { GAZARCH_TRUST_PROXY: text });
      });
      await command.parseAsync(args, { from: 'user' });
      return value;
    };
    expect(await read([])).toBe('none');
    expect(await read([], '10.0.0.0/8, ::1')).toBe('10.0.0.0/8, ::1');
    expect(await read(['--trust-proxy', '10.0.0.0/8', '--trust-proxy', '::1'])).toBe('10.0.0.0/8,::1');
    expect(await read(['--trust-proxy', 'none'], '10.0.0.0/8')).toBe('none');
    for (const text of ['10.0.0.1/8', 'proxy.mn', '::1,', 'none,::1', 'true'])
      await expect(read([], text), text).rejects.toThrow(/GAZARCH_TRUST_PROXY is .*CIDR ranges such as/);
  });

  it('can be read one alone, whatever the others say', () => {
    expect(readSetting('database', { database: 'x.sqlite' }, { GAZARCH_PORT: 'nonsense' })).toBe('x.sqlite');
    expect(readSetting('database', {}, { GAZARCH_DATABASE: 'y.sqlite' })).toBe('y.sqlite');
  });

  it('that are mistyped are a warning with the nearest name', () => {
    const warnings: string[] = [];
    readSettings(
      {},
      { GAZARCH_PROT: '1', GAZARCH_DATABSE: 'x', GAZARCH_RATELIMIT: '9', PORT: '1', gazarch_port: '1' },
      (text) => warnings.push(text),
    );
    expect(warnings).toEqual([
      'GAZARCH_DATABSE is not a setting and is ignored; did you mean GAZARCH_DATABASE?',
      'GAZARCH_PROT is not a setting and is ignored; did you mean GAZARCH_PORT?',
      'GAZARCH_RATELIMIT is not a setting and is ignored; did you mean GAZARCH_RATE_LIMIT?',
    ]);
    expect(unknownSettings({ GAZARCH_PORT: '1' })).toEqual([]);
  });

  it('can all be given as flags of a command', async () => {
    const changed = <T>(value: T): T | number | boolean =>
      typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : value;
    const values = Object.values(SETTINGS).flatMap(({ flag, default: value }) =>
      typeof value === 'boolean' ? [`--${flag}`] : [`--${flag}`, String(changed(value))],
    );
    let read: Settings | undefined;
    const command = addSettingFlags(new Command()).action((flags: Record<string, unknown>) => {
      read = readSettings(flags, {}, NONE);
    });
    await command.parseAsync(values, { from: 'user' });
    for (const name of Object.keys(SETTINGS) as SettingName[]) {
      const { default: value } = SETTINGS[name];
      expect(read?.[name], name).toBe(changed(value));
    }
    expect(command.helpInformation()).toContain('--max-route-distance-m');
  });

  it('are in docs/settings.md as they are here (the expected text has the tables to paste)', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
    const lines = page.split('\n').filter((line) => /^(?:\||## )/.test(line));
    // The formatter makes columns as wide as their widest cell.
    const compact = (line: string): string => line.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---');
    expect(lines.map(compact).join('\n')).toBe(settingsPage());
  });

  it('are in one group each, twelve of them common', () => {
    const grouped = SETTING_GROUPS.flatMap(([, list]) => Object.keys(list));
    expect(grouped.sort()).toEqual(Object.keys(SETTINGS).sort());
    expect(COMMON_SETTINGS).toHaveLength(12);
  });

  it('have the common ones in the help of `serve`, and no others', () => {
    const help = addSettingFlags(new Command('serve')).helpInformation();
    const flags = [...help.matchAll(/^ {2}(--\S+)/gm)].map(([, flag]) => flag);
    expect(flags.sort()).toEqual(COMMON_SETTINGS.map((name) => `--${SETTINGS[name].flag}`).sort());
  });
});
