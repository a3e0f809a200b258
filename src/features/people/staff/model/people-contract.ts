import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import { resetPasswordForm } from '#features/people/accounts/model/account-forms.ts';
import { ROLES } from '#features/people/sessions/model/roles.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { inviteForm, PERSON_STATES } from './person.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');

const person = z.object({
  id: z.number(),
  name: text,
  email: text,
  role: z.enum(ROLES),
  state: z.enum(PERSON_STATES),
  /** Two-factor is on. */
  secondFactor: z.boolean(),
  /** Created from the settings. */
  fromEnvironment: z.boolean(),
  lastLogin: time.nullable(),
  /** From when the person may propose and approve changes; null if this time has passed, and for roles that don't decide. */
  mayDecideFrom: time.nullable(),
  /** True for the caller, who cannot change their own access. */
  self: z.boolean(),
});
export type PersonResponse = z.output<typeof person>;

const params = z.object({ id: idValue });
const outcome = { 200: outcomeResponse };

export const peopleContract = {
  list: { responses: { 200: z.object({ flag: z.literal('1'), items: z.array(person) }) } },
  invite: { body: inviteForm, responses: outcome },
  inviteAgain: { params, responses: outcome },
  /** A role that decides takes effect only once a second person approves it. */
  setRole: { params, body: z.object({ role: z.enum(ROLES) }), responses: outcome },
  setDisabled: { params, body: z.object({ disabled: z.boolean() }), responses: outcome },
  resetSecondFactor: { params, responses: outcome },
  accept: { body: z.intersection(z.object({ token: text.max(200) }), resetPasswordForm), responses: outcome },
} satisfies Record<string, CallContract>;
