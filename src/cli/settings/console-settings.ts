import { RATE_LIMIT_MAX } from '../../keys/key-fields.js';
import { host, truth, wholeNumber, type SettingEntry, type SettingList } from './setting-kinds.js';

/** Settings for the developer console. An empty value means that the setting is off. */
export const CONSOLE_SETTINGS = {
  console: truth({
    // Not every operator of an API wants sign-in pages.
    default: false,
    description: 'Whether `gazarch serve` starts the developer console beside the API.',
  }),
  consoleHost: host({
    default: '127.0.0.1',
    description: 'Address on which the console listens.',
  }),
  consolePort: wholeNumber({
    default: 8081,
    min: 0,
    max: 65_535,
    description: 'Port of the console; 0 lets the system choose a free one.',
  }),
  consoleUrl: url({
    defaultText: '`http://localhost:8081`, with the port of the console',
    description:
      'Address of the console for browsers, used in emails, for passkeys and for sign-in through a ' +
      'provider.',
  }),
  publicUrl: url({
    defaultText: '`http://localhost:8080`, with the port of the API',
    description:
      'Address of the API for clients, used in the requests that the console shows and in `/map/style.json`.',
  }),
  openSignUp: truth({
    // Sign-up requires an invitation, because an account may create keys.
    default: false,
    description: 'Whether anyone may sign up; operators can change this in the console.',
  }),
  signUpRateLimit: wholeNumber({
    // This limit equals the default limits of six keys combined.
    default: 600,
    unit: 'requests per minute',
    min: 0,
    max: RATE_LIMIT_MAX,
    description:
      'Combined limit for all keys of an organisation created by its owner; 0: no limit. Operators can ' +
      'change this.',
  }),
  consoleSecret: {
    ...text(
      "Signs the console's cookies and encrypts second factors; all consoles that share a " +
        'database need the same secret. Everyone on the machine can see flags, so use the variable ' +
        'instead.',
    ),
    defaultText:
      'SQLite: in a file beside the key database, with `.secret` appended; PostgreSQL: in the database',
    allowed: 'at least 32 characters',
    parse: (value) => (value === '' || /^[\x21-\x7e]{32,}$/.test(value) ? value : undefined),
    isSecret: true,
  },
  smtp: {
    ...text("The console's mail server. Without one, operators pass links on by hand."),
    defaultText: 'none',
    allowed: '`smtp://user:password@host:587` or `smtps://…`',
    parse: (value) =>
      value === '' || (/^smtps?:\/\/[^\s]+$/.test(value) && URL.canParse(value)) ? value : undefined,
  },
  mailFrom: {
    ...text('Sender address of emails; required with a mail server.'),
    defaultText: 'none',
    allowed: 'an address such as `gazarch <no-reply@example.mn>`',
    parse: (value) => (value === '' || /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(value) ? value : undefined),
  },
  oidcIssuer: url({
    defaultText: 'none',
    description: 'OpenID Connect provider through which people may sign in to the console.',
  }),
  oidcClientId: {
    ...text("The console's client id at the provider."),
    defaultText: 'none',
  },
  oidcClientSecret: {
    ...text(
      "The console's secret at the provider. Everyone on the machine can see flags, so use " +
        'the variable instead.',
    ),
    defaultText: 'none',
    isSecret: true,
  },
  oidcName: {
    ...text('Label of the button that signs in through the provider.'),
    default: 'OpenID Connect',
  },
} satisfies SettingList;

function text(description: string): SettingEntry<string> {
  return {
    description,
    default: '',
    allowed: 'a single line of text',
    parse: (value) => (/[\r\n\0]/.test(value) ? undefined : value),
  };
}

/** Returns a URL setting whose default depends on a port. */
function url(setting: Omit<SettingEntry<string>, 'default' | 'allowed' | 'parse'>): SettingEntry<string> {
  return {
    ...setting,
    default: '',
    allowed: 'a URL such as `https://console.example.mn`',
    parse: (value) => {
      if (value === '') return value;
      if (!/^https?:\/\/[^\s?#@]+$/.test(value) || !URL.canParse(value)) return undefined;
      return value.replace(/\/+$/, '');
    },
  };
}
