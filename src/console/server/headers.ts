export interface HeaderOptions {
  consoleUrl: string;
  /** The page to try sends requests there. */
  apiUrl: string;
}

/** Headers of every answer. There is no inline script or style, and nothing is loaded from elsewhere. */
export function securityHeaders({ consoleUrl, apiUrl }: HeaderOptions): Record<string, string> {
  const api = new URL(apiUrl).origin;
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self' ${api}`,
    `frame-src ${api}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), publickey-credentials-get=(self)',
    ...(consoleUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
