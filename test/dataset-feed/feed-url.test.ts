import { describe, expect, it } from 'vitest';
import { besideUrl, feedUrl, looksLikeUrl, urlDigest } from '../../src/dataset-feed/feed-url.js';
import { redirectTarget } from '../../src/dataset-feed/http-get.js';

describe('the URL of a manifest', () => {
  it('is told from a path', () => {
    for (const text of ['data/dataset', '/srv/x', 'C:\\data', './https', 'mongolia.json'])
      expect(looksLikeUrl(text), text).toBe(false);
    for (const text of ['https://h/m.json', 'HTTP://h/m', 'ftp://h/x', ' https://h/m', 'file:///x'])
      expect(looksLikeUrl(text), text).toBe(true);
  });

  it('is http or https, names a file, and has its password escaped', () => {
    for (const text of ['https://h/m.json', 'http://u:p%2Fw@h:81/a/m.json?sig=1'])
      expect(feedUrl(text)?.href, text).toBe(text);
    for (const text of [
      'ftp://h/m',
      'https://',
      'https://h/',
      'https://h',
      'https://h/m#x',
      'https://u:1/p@h/m',
    ])
      expect(feedUrl(text), text).toBeNull();
  });

  it('has one folder, whatever the password', () => {
    const digest = urlDigest(new URL('https://h/m.json'));
    expect(urlDigest(new URL('https://u:p@h/m.json?sig=2'))).toBe(digest);
    expect(urlDigest(new URL('https://h/n.json'))).not.toBe(digest);
  });

  it('gives its password and its signature to the file beside it', () => {
    expect(besideUrl(new URL('https://u:p@h/a/m.json?sig=1'), 'm-1.gazarch').href).toBe(
      'https://u:p@h/a/m-1.gazarch?sig=1',
    );
  });
});

describe('a redirect', () => {
  const from = new URL('https://u:p@h/m.json');
  it('keeps the scheme', () => {
    expect(redirectTarget(from, 'https://cdn/x').href).toBe('https://cdn/x');
    expect(redirectTarget(from, '/x').host).toBe('h');
    expect(() => redirectTarget(from, 'http://u:pw@h/m.json')).toThrow(
      'redirects to http://***@h/m.json: a redirect from https: to http: is not followed',
    );
    expect(() => redirectTarget(from, undefined)).toThrow('https://***@h/m.json redirects without a URL');
    expect(() => redirectTarget(from, 'https://')).toThrow('redirects without a URL');
  });
});
