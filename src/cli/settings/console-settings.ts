import { RATE_LIMIT_MAX } from '../../keys/key-fields.js';
import { host, truth, wholeNumber, type SettingEntry, type SettingList } from './setting-kinds.js';

/** Settings of the developer console. An empty value means that the setting is off. */
export const CONSOLE_SETTINGS = {
  console: truth({
    // Some operators of an API do not want sign-in pages.
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
      'Address of the console for browsers, in links of mails, for passkeys and for sign-in through ' +
      'a provider.',
  }),
  publicUrl: url({
    defaultText: '`http://localhost:8080`, with the port of the API',
    description:
      'Address of the API for clients, in requests that the console shows and in `/map/style.json`.',
  }),
  openSignUp: truth({
    // Sign-up requires an invitation, because an account may create keys.
    default: false,
    description: 'Whether anybody may sign up; operators can change it in the console.',
  }),
  signUpRateLimit: wholeNumber({
    // This is as much as six keys with the default limit.
    default: 600,
    unit: 'requests per minute',
    min: 0,
    max: RATE_LIMIT_MAX,
    description:
      'Limit for all keys together of an organisation that its owner created; 0: no limit. ' +
      'Operators can change it.',
  }),
  consoleSecret: {
    ...text(
      'Signs cookies of the console and encrypts second factors; the same for all consoles of a database. ' +
        'Everybody on the machine can see flags: use the variable.',
    ),
    defaultText: 'SQLite: a file beside the key database, `.secret` behind its name; PostgreSQL: in it',
    allowed: 'at least 32 characters',
    parse: (value) => (value === '' || /^[\x21-\x7e]{32,}$/.test(value) ? value : undefined),
    isSecret: true,
  },
  smtp: {
    ...text('Mail server of the console. Without one, operators pass links on by hand.'),
    defaultText: 'none',
    allowed: '`smtp://user:password@host:587` or `smtps://…`',
    parse: (value) =>
      value === '' || (/^smtps?:\/\/[^\s]+$/.test(value) && URL.canParse(value)) ? value : undefined,
  },
  mailFrom: {
    ...text('Sender of the mails; needed with a mail server.'),
    defaultText: 'none',
    allowed: 'an address such as `gazarch <no-reply@example.mn>`',
    parse: (value) => (value === '' || /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(value) ? value : undefined),
  },
  oidcIssuer: url({
    defaultText: 'none',
    description: 'OpenID Connect provider through which people may sign in to the console.',
  }),
  oidcClientId: {
    ...text('Name of the console at the provider.'),
    defaultText: 'none',
  },
  oidcClientSecret: {
    ...text(
      'Secret of the console at the provider. Everybody on the machine can see flags: use the variable.',
    ),
    defaultText: 'none',
    isSecret: true,
  },
  oidcName: {
    ...text('Text of the button that signs in through the provider.'),
    default: 'OpenID Connect',
  },
} satisfies SettingList;

function text(description: string): SettingEntry<string> {
  return {
    description,
    default: '',
    allowed: 'a text of one line',
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
