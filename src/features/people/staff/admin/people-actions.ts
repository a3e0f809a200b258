/** Loader and actions of the people page, and of accepting an invitation. */

import type { Role } from '#features/people/sessions/model/roles.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { peopleCalls } from '../../office-calls.ts';
import type { PersonResponse } from '../model/people-contract.ts';
import type { INVITED_ROLES } from '../model/person.ts';

export const loadPeople: Load<{ people: PersonResponse[] }> = async ({ api }) => ({
  people: (await api.call(peopleCalls.list)).items,
});

const invite: FormAction = async ({ api, values: { name = '', email = '', role = '' } }) =>
  outcomeOf(
    await api.call(peopleCalls.invite, { body: { name, email, role: role as (typeof INVITED_ROLES)[number] } }),
  );

const inviteAgain: FormAction = async ({ api, values: { id = '' } }) =>
  outcomeOf(await api.call(peopleCalls.inviteAgain, { params: { id } }));

const setRole: FormAction = async ({ api, values: { id = '', role = '' } }) =>
  outcomeOf(await api.call(peopleCalls.setRole, { params: { id }, body: { role: role as Role } }));

const setDisabled: FormAction = async ({ api, values: { id = '', disabled = '' } }) =>
  outcomeOf(await api.call(peopleCalls.setDisabled, { params: { id }, body: { disabled: disabled === 'yes' } }));

const resetSecondFactor: FormAction = async ({ api, values: { id = '' } }) =>
  outcomeOf(await api.call(peopleCalls.resetSecondFactor, { params: { id } }));

export const peopleActions = actionByForm({
  invite,
  'invite again': inviteAgain,
  role: setRole,
  disabled: setDisabled,
  'reset factor': resetSecondFactor,
});

export const acceptInvitation: FormAction = async ({ api, url, values: { npass = '', cpass = '' } }) => {
  const token = url.searchParams.get('token') ?? '';
  return outcomeOf(await api.call(peopleCalls.accept, { body: { token, npass, cpass } }), { to: paths.adminLogin });
};
