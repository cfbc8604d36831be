import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startConsole, temporaryPlace, type TestConsole } from './test-console.js';

/** How files of the pages are answered. What they show is tested in `web/`. */

const PAGE = '<!doctype html><script type="module" src="/assets/x-1a.js"></script>';

async function withPages(): Promise<TestConsole> {
  const place = temporaryPlace();
  const webFolder = join(dirname(place), 'web');
  mkdirSync(join(webFolder, 'assets'), { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), PAGE);
  writeFileSync(join(webFolder, 'secret.txt'), 'secret words');
  writeFileSync(join(webFolder, 'assets/x-1a.js'), 'plain');
  writeFileSync(join(webFolder, 'assets/x-1a.js.br'), 'compressed');
  return startConsole(place, { webFolder });
}

describe('pages of the console', () => {
  it('has one page for every path of its own', async () => {
    const browser = (await withPages()).browser();
    for (const path of ['/', '/projects', '/setup', '/keys/key_x?tab=usage']) {
      const answer = await browser.fetch(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, PAGE]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
    }
    expect((await browser.fetch('/', { method: 'HEAD' })).status).toBe(200);
  });

  it('never answers what is of the API, or not there', async () => {
    const browser = (await withPages()).browser();
    for (const path of ['/api/nothing', '/v1/geocode?q=x', '/v1', '/assets/none.js', '/assets/'])
      expect([path, (await browser.fetch(path)).status]).toEqual([path, 404]);
    for (const path of ['/assets/..%2fsecret.txt', '/assets/%2e%2e%2fsecret.txt', '/assets/..%5csecret.txt'])
      expect(await (await browser.fetch(path)).text()).not.toContain('secret words');
  });

  it('answers files for ever, and compressed', async () => {
    const browser = (await withPages()).browser();
    const answer = await browser.fetch('/assets/x-1a.js', { headers: { 'accept-encoding': 'identity' } });
    expect(await answer.text()).toBe('plain');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const smaller = await browser.fetch('/assets/x-1a.js', {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    });
    expect(smaller.headers.get('content-encoding')).toBe('br');
  });
});
