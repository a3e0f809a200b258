/** What the screen of an administrator's own login reads and does. */

import type { OutcomeAnswer } from '#features/accounts/model/account-contract.ts';
import type { AdminSessionAnswer } from '#features/accounts/model/admin-session-contract.ts';
import { actionByForm, type FormAction } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import type {
  BeginSecondFactorAnswer,
  ConfirmSecondFactorAnswer,
  SecondFactorAnswer,
} from '../model/second-factor-contract.ts';

type LoginData = { factor: SecondFactorAnswer; email: string };

export const loadAdminSecurity: Load<LoginData> = async ({ api }) => {
  const [factor, { admin }] = await Promise.all([
    api.get<SecondFactorAnswer>('/api/admin/second-factor'),
    api.get<AdminSessionAnswer>('/api/admin/session'),
  ]);
  return { factor, email: admin?.email ?? '' };
};

const outcomeOf = ({ flag, message, fields }: OutcomeAnswer) => ({
  done: flag === '1',
  say: message,
  ...(fields && { fields }),
});

const begin: FormAction = async ({ api, values: { password = '' } }) => {
  const answer = await api.post<BeginSecondFactorAnswer>('/api/admin/second-factor/begin', { password });
  const { secret, uri } = answer;
  return { ...outcomeOf(answer), ...(secret && uri && { told: [secret, uri] }) };
};

const confirm: FormAction = async ({ api, values: { code = '' } }) => {
  const answer = await api.post<ConfirmSecondFactorAnswer>('/api/admin/second-factor/confirm', { code });
  return { ...outcomeOf(answer), ...(answer.recoveryCodes && { told: answer.recoveryCodes }) };
};

const disable: FormAction = async ({ api, values: { password = '', code = '' } }) =>
  outcomeOf(await api.post<OutcomeAnswer>('/api/admin/second-factor/disable', { password, code }));

const changePassword: FormAction = async ({ api, values: { opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.post<OutcomeAnswer>('/api/admin/change-password', { opass, npass, cpass }));

export const adminSecurityActions = actionByForm({ begin, confirm, disable, password: changePassword });
