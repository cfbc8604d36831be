/** The order matters: the user agent of most browsers also names browsers that are listed after them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a text such as `Chrome · Linux` for the browser's user agent. An unknown user agent is returned
 * unchanged.
 */
export function deviceName(userAgent: string): string {
  const found = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([mark]) => mark.test(userAgent))?.[1] ?? [],
  );
  return found.length === 0 ? userAgent.slice(0, 60) : found.join(' · ');
}
