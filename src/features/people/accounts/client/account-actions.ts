/** Form actions of the account pages; each makes one API call. */

import { loginRedirect } from '#features/people/sessions/client/require-user.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { paths, returnPath } from '#paths.ts';
import { accountCalls } from '../../people-calls.ts';

export const logIn: FormAction = async ({ api, url, values: { email = '', password = '', code } }) => {
  const response = await api.call(accountCalls.login, { body: { email, password, ...(code && { code }) } });
  const { id = 0, name = '' } = response;
  return outcomeOf(response, { to: returnPath(url.searchParams.get('next')), user: { id, name } });
};

export const signUp: FormAction = async ({
  api,
  url,
  values: { name = '', email = '', mobileno = '', password = '' },
}) => {
  const response = await api.call(accountCalls.register, { body: { name, email, mobileno, password } });
  const { id = 0, name: storedName = '' } = response;
  return outcomeOf(response, { to: loginWithNext(url), user: { id, name: storedName } });
};

export const requestPasswordReset: FormAction = async ({ api, url, values: { email = '' } }) =>
  outcomeOf(await api.call(accountCalls.requestPasswordReset, { body: { email } }), {
    to: loginRedirect(paths.login, url.searchParams.get('next'), { reset: 'sent' }),
  });

export const resetPassword: FormAction = async ({ api, url, values: { npass = '', cpass = '' } }) =>
  outcomeOf(await api.call(accountCalls.resetPassword, { body: { token: tokenOf(url), npass, cpass } }), {
    to: paths.login,
  });

export const confirmEmail: FormAction = async ({ api, url }) =>
  outcomeOf(await api.call(accountCalls.confirmEmail, { body: { token: tokenOf(url) } }));

export const undoEmailChange: FormAction = async ({ api, url }) =>
  outcomeOf(await api.call(accountCalls.undoEmailChange, { body: { token: tokenOf(url) } }));

export const changePassword: FormAction = async ({ api, values: { id = '', opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.call(accountCalls.changePassword, { body: { id, opass, npass, cpass } }), {
    to: paths.dashboard,
  });

const updateProfile: FormAction = async ({
  api,
  values: { id = '', name = '', email = '', mobile = '', password },
}) => {
  const body = { id, name, email, mobile, ...(password && { password }) };
  return outcomeOf(await api.call(accountCalls.updateProfile, { body }), { to: paths.dashboard });
};

const logOut: FormAction = async ({ api }) =>
  outcomeOf(await api.call(accountCalls.logout), { to: paths.login, user: null });

const endSession: FormAction = async ({ api, values: { session = '' } }) =>
  outcomeOf(await api.call(accountCalls.endSession, { params: { id: session } }));

const downloadData: FormAction = async ({ api, values: { id = '', password = '' } }) => {
  const { flag, message = '', fields, ...data } = await api.call(accountCalls.exportData, { body: { id, password } });
  if (flag !== '1') return outcomeOf({ flag, message, fields });
  return { done: true, file: { name: 'carquay-my-data.json', content: JSON.stringify(data, null, 2) } };
};

const deleteAccount: FormAction = async ({ api, values: { id = '', password = '' } }) =>
  outcomeOf(await api.call(accountCalls.deleteAccount, { body: { id, password } }), { to: paths.home, user: null });

export const resendConfirmation: FormAction = async ({ api }) =>
  outcomeOf(await api.call(accountCalls.resendConfirmation));

export const dashboardActions: Record<string, FormAction> = {
  logout: logOut,
  resend: resendConfirmation,
};

export const profileActions = actionByForm({
  profile: updateProfile,
  session: endSession,
  others: async ({ api }) => outcomeOf(await api.call(accountCalls.endOtherSessions)),
  download: downloadData,
  delete: deleteAccount,
});

const tokenOf = (url: URL) => url.searchParams.get('token') ?? '';
const loginWithNext = (url: URL) => loginRedirect(paths.login, url.searchParams.get('next'));
