import { describe, expect, it } from 'vitest';
import { defaultDataFolder } from '../../src/cli/terminal/data-folder.js';
import { readSetting, readSettings, settingsInForce } from '../../src/cli/settings/settings.js';

const CLONE = {
  packageFolder: '/home/bold/gazarch/',
  isRoot: false,
  xdgDataHome: undefined,
  home: '/home/bold',
};
const INSTALLED = { ...CLONE, packageFolder: '/usr/lib/node_modules/gazarch/' };
const NONE = (): void => {};

describe('the data folder', () => {
  it('is data where the command runs, in a clone', () => {
    expect(defaultDataFolder(CLONE)).toBe('data');
    expect(defaultDataFolder({ ...CLONE, isRoot: true })).toBe('data');
  });

  it('is one place for each user, once installed', () => {
    expect(defaultDataFolder(INSTALLED)).toBe('/home/bold/.local/share/gazarch');
    expect(defaultDataFolder({ ...INSTALLED, xdgDataHome: '/srv/bold' })).toBe('/srv/bold/gazarch');
    expect(defaultDataFolder({ ...INSTALLED, xdgDataHome: 'relative' })).toBe(
      '/home/bold/.local/share/gazarch',
    );
    expect(defaultDataFolder({ ...INSTALLED, isRoot: true })).toBe('/var/lib/gazarch');
  });

  it('moves the datasets and the keys, unless they have places of their own', () => {
    const moved = readSettings({ data: '/srv/g' }, {}, NONE);
    expect([moved.dataset, moved.database]).toEqual(['/srv/g/dataset', '/srv/g/gazarch.sqlite']);
    expect(readSetting('dataset', {}, { GAZARCH_DATA: '/srv/g' })).toBe('/srv/g/dataset');
    expect(readSetting('dataset', { data: '/srv/g', dataset: 'here' }, {})).toBe('here');
    const shown = settingsInForce(moved);
    expect(shown.find(({ flag }) => flag === 'data')?.is_default).toBe(false);
    expect(shown.find(({ flag }) => flag === 'dataset')?.is_default).toBe(true);
    expect(JSON.stringify(shown)).not.toContain('`');
  });
});
