/** Loader and actions of the page for an administrator's own login. */

import { adminSessionCalls } from '#features/accounts/model/admin-session-calls.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { outcomeOf, secondFactorActions } from '../client/second-factor-actions.ts';
import { adminSecondFactorCalls } from '../model/second-factor-calls.ts';
import type { SecondFactorResponse } from '../model/second-factor-contract.ts';

type LoginData = { factor: SecondFactorResponse; email: string; needsSecondFactor: boolean };

export const loadAdminSecurity: Load<LoginData> = async ({ api }) => {
  const [factor, { admin }] = await Promise.all([
    api.call(adminSecondFactorCalls.secondFactor),
    api.call(adminSessionCalls.session),
  ]);
  return { factor, email: admin?.email ?? '', needsSecondFactor: admin?.needsSecondFactor ?? false };
};

const changePassword: FormAction = async ({ api, values: { opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.call(adminSessionCalls.changePassword, { body: { opass, npass, cpass } }));

export const adminSecurityActions = actionByForm({
  ...secondFactorActions(adminSecondFactorCalls),
  password: changePassword,
});
