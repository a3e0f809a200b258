/** Loader and actions of the page for an administrator's own login. */

import type { OutcomeResponse } from '#features/accounts/model/account-contract.ts';
import { adminSessionCalls } from '#features/accounts/model/admin-session-calls.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { adminLoginCalls } from '../model/admin-login-calls.ts';
import type { SecondFactorResponse } from '../model/admin-login-contract.ts';

type LoginData = { factor: SecondFactorResponse; email: string; needsSecondFactor: boolean };

export const loadAdminSecurity: Load<LoginData> = async ({ api }) => {
  const [factor, { admin }] = await Promise.all([
    api.call(adminLoginCalls.secondFactor),
    api.call(adminSessionCalls.session),
  ]);
  return { factor, email: admin?.email ?? '', needsSecondFactor: admin?.needsSecondFactor ?? false };
};

const outcomeOf = ({ flag, message, fields }: OutcomeResponse) => ({
  done: flag === '1',
  message,
  ...(fields && { fields }),
});

const begin: FormAction = async ({ api, values: { password = '' } }) => {
  const response = await api.call(adminLoginCalls.beginSecondFactor, { body: { password } });
  const { secret, uri } = response;
  return { ...outcomeOf(response), ...(secret && uri && { secrets: [secret, uri] }) };
};

const confirm: FormAction = async ({ api, values: { code = '' } }) => {
  const response = await api.call(adminLoginCalls.confirmSecondFactor, { body: { code } });
  return { ...outcomeOf(response), ...(response.recoveryCodes && { secrets: response.recoveryCodes }) };
};

const disable: FormAction = async ({ api, values: { password = '', code = '' } }) =>
  outcomeOf(await api.call(adminLoginCalls.disableSecondFactor, { body: { password, code } }));

const changePassword: FormAction = async ({ api, values: { opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.call(adminSessionCalls.changePassword, { body: { opass, npass, cpass } }));

export const adminSecurityActions = actionByForm({ begin, confirm, disable, password: changePassword });
