import type { Role } from '#features/sessions/model/roles.ts';

const HOUR_S = 60 * 60;

/** How long the link of an invitation works. */
export const INVITATION_LIFE_S = 72 * HOUR_S;

/** Roles that one person may give. Giving the role administrator needs a second person, or `npm run admin`. */
export const INVITED_ROLES = ['moderator', 'finance', 'support'] as const satisfies Role[];

export const PERSON_STATES = ['active', 'invited', 'disabled'] as const;
export type PersonState = (typeof PERSON_STATES)[number];
