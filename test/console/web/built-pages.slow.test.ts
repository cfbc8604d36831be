import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConsoleWeb } from '../../../scripts/build-console-web.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gazarch-pages-'));
let bytes: Record<string, { plain: number; gzip: number }>;
beforeAll(async () => {
  ({ bytes } = await buildConsoleWeb(folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the built pages', () => {
  it('have no inline script, no inline style and nothing from elsewhere', () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc="\/assets\/)|<style|\sstyle=|\son[a-z]+=/i);
    expect(page).not.toMatch(/https?:|{{/);
  });

  it('need less than 100 KB gzipped for the first page, without chart, map and workbooks', () => {
    const first = Object.entries(bytes).filter(([name]) => !/^(draw|read)-/.test(name));
    const total = first.reduce((sum, [, { gzip }]) => sum + gzip, 0);
    expect(total).toBeGreaterThan(20_000);
    expect(total).toBeLessThan(100_000);
  });

  it('have names that change with their content, for all but the page itself', () => {
    for (const name of Object.keys(bytes)) expect(name).toMatch(/-[A-Z0-9]{8}\.(js|css|svg)$/);
  });
});
