import * as z from 'zod/mini';
import { emailField, nameField } from '#features/people/accounts/model/account-forms.ts';
import { isPermitted, type Permission, type Role } from '#features/people/sessions/model/roles.ts';

const HOUR_S = 60 * 60;

/** How long the link of an invitation works. */
export const INVITATION_LIFE_S = 72 * HOUR_S;

/** With one of these permissions, a person can propose or approve changes of money, bank details, rules or roles. */
const DECISIONS: Permission[] = [
  'approvals:write',
  'bank:write',
  'operator:write',
  'payments:write',
  'people:write',
  'rules:write',
  'statements:write',
  'terms:write',
  'watch:write',
];

/** Returns true if a second person must approve the role. `npm run admin` gives any role without approval. */
export function decides(role: Role): boolean {
  return DECISIONS.some((permission) => isPermitted(role, permission));
}

/** Roles that one person may give. */
export const INVITED_ROLES = ['moderator', 'support'] as const satisfies Role[];

export const PERSON_STATES = ['active', 'invited', 'disabled'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

export const inviteForm = z.object({ name: nameField, email: emailField, role: z.enum(INVITED_ROLES) });
