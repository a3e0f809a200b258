import { redirect } from 'react-router';
import { requireUser } from '#features/sessions/client/require-user.ts';
import type { SessionsAnswer } from '#features/sessions/model/session-contract.ts';
import type { Load } from '#lib/pages/loader.ts';
import { returnPath } from '#paths.ts';
import { accountCalls } from '../model/account-calls.ts';
import type { ProfileAnswer } from '../model/account-contract.ts';

/** Redirects a logged-in user to the `next` page. */
export const loadLogin: Load<null> = async ({ api, url }) => {
  const { user } = await api.call(accountCalls.session);
  if (user) throw redirect(returnPath(url.searchParams.get('next')));
  return null;
};

export const loadProfile: Load<{ profile: ProfileAnswer }> = requireUser(async ({ api }) => ({
  profile: await api.call(accountCalls.profile),
}));

export const loadProfileAndSessions: Load<{ profile: ProfileAnswer; sessions: SessionsAnswer['sessions'] }> =
  requireUser(async ({ api }) => {
    const [profile, { sessions }] = await Promise.all([
      api.call(accountCalls.profile),
      api.call(accountCalls.sessions),
    ]);
    return { profile, sessions };
  });
