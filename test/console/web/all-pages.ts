/** Every page of the console: its name and its path. */

export const INSIDE: readonly (readonly [string, string])[] = [
  ['projects', '/'],
  ['new project', '/organisations/org_1/projects/new'],
  ['new organisation', '/organisations/new'],
  ['members', '/organisations/org_1/members'],
  ['activity of the organisation', '/organisations/org_1/log'],
  ['settings of the organisation', '/organisations/org_1/settings'],
  ['keys', '/projects/prj_1/keys'],
  ['no keys', '/projects/prj_2/keys'],
  ['new key', '/projects/prj_1/keys/new'],
  ['key', '/projects/prj_1/keys/key_web'],
  ['edit key', '/projects/prj_1/keys/key_web/edit'],
  ['usage today', '/projects/prj_1/usage'],
  ['usage of 30 days', '/projects/prj_1/usage?period=30d'],
  ['usage of 13 months', '/projects/prj_1/usage?period=13m'],
  ['errors', '/projects/prj_1/errors'],
  ['try it', '/projects/prj_1/try'],
  ['settings of the project', '/projects/prj_1/settings'],
  ['account', '/account'],
  ['new address', '/email#token'],
  ['service', '/operator'],
  ['closures', '/operator/closures'],
  ['zones', '/operator/zones'],
  ['own places', '/operator/places'],
  ['all projects', '/operator/projects'],
  ['busiest keys', '/operator/busiest'],
  ['people', '/operator/people'],
  ['settings in force', '/operator/settings'],
  ['activity of all', '/operator/log'],
  ['nothing here', '/nowhere'],
];

/** Pages that nobody has to be signed in for. */
export const OUTSIDE: readonly (readonly [string, string])[] = [
  ['sign in', '/'],
  ['sign up', '/sign-up'],
  ['forgotten password', '/forgot'],
  ['new password', '/reset#token'],
  ['confirm the address', '/verify#token'],
  ['invitation', '/invitation#good'],
  ['old invitation', '/invitation#bad'],
];
