import { vi } from 'vitest';

/** What the page's state asks of a browser, for tests without one. */
export function stubBrowser(): void {
  vi.stubGlobal('sessionStorage', {
    getItem: () => 'key',
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('location', new URL('http://localhost/'));
  vi.stubGlobal('navigator', { languages: ['en'], language: 'en' });
  vi.stubGlobal('document', { documentElement: {}, title: '', addEventListener: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
}
