import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtConsole } from './built-console.js';

let folder: string;
/** Names in `assets/`, without those of compressed copies. */
let names: string[];
beforeAll(async () => {
  folder = await builtConsole();
  names = readdirSync(join(folder, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
});

describe('the built pages', () => {
  it('have no inline script, no inline style and nothing from elsewhere', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)|<style|\sstyle=|\son[a-z]+=/i);
    expect(page).not.toMatch(/https?:|{{/);
  });

  it('need less than 100 KB gzipped for the first page, without chart, map and workbooks', () => {
    const first = names.filter((name) => !/^(draw|read)-/.test(name));
    const gzipped = (name: string): number => gzipSync(readFileSync(join(folder, 'assets', name))).length;
    const total = first.reduce((sum, name) => sum + gzipped(name), 0);
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThan(100_000);
  });

  it('have names that change with their content, for all but the page itself', () => {
    for (const name of names) expect(name).toMatch(/-[A-Z0-9]{8}\.(js|css|svg)$/);
  });
});
