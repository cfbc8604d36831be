import type { Role } from '../../../console/api/project-data.js';
import { account } from './session.js';

/**
 * Whether the account may create and change projects and keys. The server enforces the permissions; pages
 * only hide buttons.
 */
export function mayChange(role: Role | null): boolean {
  return role === 'owner' || role === 'member' || account.value?.is_operator === true;
}

/** Whether the account may also manage members and archive projects. */
export function mayManage(role: Role | null): boolean {
  return role === 'owner' || account.value?.is_operator === true;
}
