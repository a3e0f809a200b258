import { redirect } from 'react-router';
import { requireUser } from '#features/people/sessions/client/require-user.ts';
import type { SessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import type { Load } from '#lib/pages/loader.ts';
import { returnPath } from '#paths.ts';
import { accountCalls } from '../../people-calls.ts';
import type { ProfileResponse } from '../model/account-contract.ts';

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
