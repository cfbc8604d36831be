import { InputError } from '../../../errors.js';
import type { ApiKey, KeyEdit } from '../../../keys/api-key.js';
import { editKey, prepareRotation, type Rotation } from '../../../keys/change-key.js';
import type { WholeKeyStore } from '../../../keys/key-store.js';
import { print, printsNowhere, printSurely } from '../../terminal/output.js';
import { withStore, type KeysFlags } from './key-database.js';
import { parseGrace, readRules, type KeyRuleFlags } from './key-flags.js';
import { describe, toJson, unknownKey } from './key-text.js';

export interface EditFlags extends KeysFlags, KeyRuleFlags {
  name?: string;
}

/** `gazarch keys edit`. */
export async function editKeyAndPrint(id: string, flags: EditFlags): Promise<void> {
  const now = new Date();
  const edit: KeyEdit = {
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...readRules(flags, now),
  };
  if (Object.keys(edit).length === 0)
    throw new InputError('nothing to edit; `gazarch keys edit --help` shows what can be edited');
  const key = await withStore(flags, { mayBeMade: false }, (store) => editKey(store, id, edit, now));
  if (key === null) unknownKey(id);
  print(flags.json === true ? JSON.stringify(toJson(key, now)) : describe(key, now));
}

export interface RotateFlags extends KeysFlags {
  grace: string;
}

/**
 * `gazarch keys rotate`. Afterwards, either the new secret has been printed, or the key still has the old
 * one.
 * @throws InputError on failure, with a message that says which secret the key has
 */
export async function rotateKeyAndPrint(id: string, flags: RotateFlags): Promise<void> {
  if (printsNowhere())
    throw new InputError(
      'the secret would be lost: stdout is closed or goes to /dev/null; nothing was changed',
    );
  const now = new Date();
  const grace_s = parseGrace(flags.grace);
  await withStore(flags, { mayBeMade: false }, async (store) => {
    const rotation = (await prepareRotation(store, id, grace_s, now)) ?? unknownKey(id);
    const key = await rotation.store();
    try {
      await printSurely(flags.json === true ? jsonText(key, rotation, now) : textOf(key, rotation, now));
    } catch (error) {
      const reason = (error as Error).message;
      throw new InputError(`the secret could not be printed (${reason}); ${await undo(store, rotation)}`, {
        cause: error,
      });
    }
  });
}

async function undo(store: WholeKeyStore, rotation: Rotation): Promise<string> {
  try {
    return (await rotation.undo())
      ? 'the key has its old secret again'
      : 'the key has changed in the meantime';
  } catch {
    return `the key may have a new secret: check it in ${store.place}, and rotate it again`;
  }
}

function jsonText(key: ApiKey, { token }: Rotation, now: Date): string {
  const { id, name, ...rest } = toJson(key, now);
  return JSON.stringify({ id, name, key: token, ...rest });
}

function textOf(key: ApiKey, { token }: Rotation, now: Date): string {
  const until = key.previousExpiresAt!;
  const old =
    until <= now
      ? 'The previous secret is refused from now on.'
      : `The previous one works until ${moment(until)}.`;
  return (
    `${describe(key, now)}\n\nAuthorization: Bearer ${token}\n\n` +
    `This is the new header to send. Save it now: the key will not be shown again. ${old}`
  );
}

function moment(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`;
}
