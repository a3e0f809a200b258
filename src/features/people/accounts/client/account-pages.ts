/** Actions and loaders of the account pages. Each form action makes one API call. */

import { useEffect } from 'react';
import { redirect } from 'react-router';
import type { SessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { type Load, loginRedirect, requireUser } from '#lib/pages/page-handlers.ts';
import { hasStoredUser, onUserSignedOut, rememberUser } from '#lib/session/stored-user.ts';
import { paths, returnPath } from '#paths.ts';
import { accountCalls } from '../../people-calls.ts';
import type { ProfileResponse } from '../model/account-contract.ts';

export const logIn: FormAction = async ({ api, url, values: { email = '', password = '', code } }) => {
  const response = await api.call(accountCalls.login, { body: { email, password, ...(code && { code }) } });
  const { id = 0, name = '' } = response;
  return outcomeOf(response, { to: returnPath(url.searchParams.get('next')), user: { id, name } });
};

export const signUp: FormAction = async ({
  api,
  url,
  values: { name = '', email = '', mobileno = '', mobile_country = '', password = '' },
}) => {
  const response = await api.call(accountCalls.register, { body: { name, email, mobileno, mobile_country, password } });
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
  values: { id = '', name = '', email = '', mobile = '', mobile_country = '', password },
}) => {
  const body = { id, name, email, mobile, mobile_country, ...(password && { password }) };
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

/** Redirects a logged-in user to the `next` page. */
export const loadLogin: Load<null> = async ({ api, url }) => {
  const { user } = await api.call(accountCalls.session);
  if (user) throw redirect(returnPath(url.searchParams.get('next')));
  return null;
};

/** Returns why the link of the URL cannot set a password, or null if it can. Without a token there is nothing to ask. */
export const loadResetLink: Load<{ dead: string | null }> = async ({ api, url }) => {
  const token = url.searchParams.get('token');
  if (token === null) return { dead: null };
  const { flag, message } = await api.call(accountCalls.checkResetLink, { body: { token } });
  return { dead: flag === '1' ? null : message };
};

export const loadProfile: Load<{ profile: ProfileResponse }> = requireUser(async ({ api }) => ({
  profile: await api.call(accountCalls.profile),
}));

export const loadProfileAndSessions: Load<{ profile: ProfileResponse; sessions: SessionsResponse['sessions'] }> =
  requireUser(async ({ api }) => {
    const [profile, { sessions }] = await Promise.all([
      api.call(accountCalls.profile),
      api.call(accountCalls.sessions),
    ]);
    return { profile, sessions };
  });

/**
 * Updates the user stored in the browser from the server's data. Calls `onNew` if none was stored: the user logged in
 * without JavaScript or has cleared the storage. Reloads the page when another tab logs out, which redirects to login.
 */
export function useStoredUserRepair({ id, name }: { id: number; name: string }, onNew?: () => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once per user
  useEffect(() => {
    const isNew = !hasStoredUser();
    rememberUser({ id, name });
    if (isNew) void onNew?.();
  }, [id, name]);
  useEffect(() => onUserSignedOut(id, () => location.replace(location.pathname + location.search)), [id]);
}
