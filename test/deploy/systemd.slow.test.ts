import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyMap } from '../cli/tiny-map.js';
import { freePort } from '../free-port.js';
import { DEPLOY } from './dockerfile.js';
import { startProgram, stopped, untilAnswers } from './program.js';

/** The units: judged by systemd's own tools where they are, and started as they say in a plain folder. */

const UNITS = ['gazarch.service', 'gazarch@.service'];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gazarch-unit-'));
  mkdirSync(join(folder, 'bin'));
  // What npm makes of the package's `bin`.
  const main = resolve(DEPLOY, '../dist/cli/main.js');
  writeFileSync(join(folder, 'bin/gazarch'), `#!/bin/sh\nexec node '${main}' "$@"\n`, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const valuesOf = (unit: string, name: string): string[] =>
  [
    ...readFileSync(resolve(DEPLOY, 'systemd', unit), 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm')),
  ].map(([, value]) => value);

describe.skipIf(!hasSystemd)('the weekly import', () => {
  const paths = ['gazarch-import.service', 'gazarch-import.timer'].map((unit) =>
    resolve(DEPLOY, 'systemd', unit),
  );

  it('has no mistake that systemd knows, and a time that comes', () => {
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    expect(checked.stderr.split('\n').filter((line) => line.includes('gazarch'))).toEqual([]);
    const [calendar] = valuesOf('gazarch-import.timer', 'OnCalendar');
    expect(spawnSync('systemd-analyze', ['calendar', calendar]).status).toBe(0);
  });

  it('publishes where it may write and others may read, once its lines are no comments', () => {
    const text = readFileSync(paths[0], 'utf8').replace(/^#(ExecStart|ReadWritePaths|UMask)=/gm, '$1=');
    const last = (name: string): string =>
      [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value).at(-1)!;
    expect(last('ExecStart')).toBe(`/usr/bin/env gazarch publish --to ${last('ReadWritePaths')}`);
    expect(last('UMask')).toBe('0022');
    expect(valuesOf('gazarch-import.service', 'UMask')).toEqual(['0077']);
    const whole = join(folder, 'gazarch-import.service');
    writeFileSync(whole, text);
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', whole], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('gazarch'))).toEqual([]);
  });

  it('may do no more than the service', () => {
    const limits = (unit: string): string[] =>
      readFileSync(resolve(DEPLOY, 'systemd', unit), 'utf8')
        .split('\n')
        .filter((line) =>
          /^(NoNew|Capability|Ambient|Protect|Private|Restrict|Remove|Lock|System)/.test(line),
        );
    expect(limits('gazarch-import.service')).toEqual(limits('gazarch.service'));
    // The service has settings of its own beside these.
    expect(valuesOf('gazarch.service', 'Environment')).toEqual(
      expect.arrayContaining(valuesOf('gazarch-import.service', 'Environment')),
    );
  });
});

describe('the nightly backup', () => {
  const paths = ['gazarch-backup.service', 'gazarch-backup.timer'].map((unit) =>
    resolve(DEPLOY, 'systemd', unit),
  );

  it.skipIf(!hasSystemd)('has no mistake that systemd knows, a time that comes, and few rights', () => {
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    expect(checked.stderr.split('\n').filter((line) => line.includes('gazarch'))).toEqual([]);
    const [calendar] = valuesOf('gazarch-backup.timer', 'OnCalendar');
    expect(spawnSync('systemd-analyze', ['calendar', calendar]).status).toBe(0);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', paths[0]], {
      encoding: 'utf8',
    });
    const exposure = /exposure level for \S+ ([\d.]+)/.exec(judged.stdout)?.[1];
    expect(Number(exposure)).toBeLessThan(2);
  });

  it('copies the keys, and removes what is older than a month', () => {
    const data = join(folder, 'backup');
    mkdirSync(join(data, 'backups'), { recursive: true });
    const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']!}`, GAZARCH_DATA: data };
    const key = ['keys', 'create', '--name', 'a', '--endpoints', 'geocode'];
    execFileSync('gazarch', key, { cwd: data, env, stdio: 'pipe' });
    for (const [name, days] of [['keys-old.sqlite', 40] as const, ['keys-new.sqlite', 3] as const]) {
      writeFileSync(join(data, 'backups', name), '');
      const then = Date.now() / 1000 - days * 86_400;
      utimesSync(join(data, 'backups', name), then, then);
    }
    const lines = ['ExecStartPre', 'ExecStart', 'ExecStartPost'];
    for (const [line] of lines.map((name) => valuesOf('gazarch-backup.service', name))) {
      // As systemd reads it.
      const command = line.replaceAll('$$', '$').replaceAll('%%', '%');
      execFileSync('sh', ['-c', command], { cwd: data, env, stdio: 'pipe' });
    }
    const made = readdirSync(join(data, 'backups')).sort();
    expect(made).toHaveLength(2);
    expect(made[0]).toMatch(/^keys-20\d\d-\d\d-\d\d-\d{4}\.sqlite$/);
    expect(made[1]).toBe('keys-new.sqlite');
  });
});

describe.each(UNITS)('%s', (unit) => {
  it.skipIf(!hasSystemd)('has no mistake that systemd knows, and little exposure', () => {
    const path = resolve(DEPLOY, 'systemd', unit);
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    expect(checked.stderr.split('\n').filter((line) => line.includes('gazarch'))).toEqual([]);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', path], { encoding: 'utf8' });
    const exposure = /exposure level for \S+ ([\d.]+)/.exec(judged.stdout)?.[1];
    expect(Number(exposure)).toBeLessThan(2);
  });

  it('starts what is installed, with its data in the folder of the unit', async () => {
    const data = join(folder, unit);
    mkdirSync(data);
    const port = await freePort();
    const [[name, value], ...settings] = valuesOf(unit, 'Environment').map((line) => line.split('='));
    expect([name, value]).toEqual(['GAZARCH_DATA', valuesOf(unit, 'WorkingDirectory')[0]]);
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']!}`,
      ...Object.fromEntries(settings.map(([setting, text]) => [setting, text] as const)),
      [name]: data,
      GAZARCH_PORT: String(port),
    };
    writeFileSync(join(folder, 'map.osm'), tinyMap('Зайсан'));
    execFileSync('gazarch', ['import', join(folder, 'map.osm')], { cwd: folder, env, stdio: 'pipe' });
    const service = startProgram(valuesOf(unit, 'ExecStart')[0].split(' '), { cwd: data, env });
    try {
      await untilAnswers(`http://127.0.0.1:${port}/health/ready`, service);
      // A proxy on the same machine would show the page to everyone.
      for (const path of ['/', '/map/tiles.json', '/map/ask/geocode?q=Зайсан'])
        expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(404);
    } finally {
      service.kill('SIGTERM');
    }
    expect(await stopped(service)).toBe(0);
  });
});
