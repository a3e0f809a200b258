/** What the forms of the account screens do: one call each, and what follows from its answer. */
import type { Act, ActInput, Outcome } from '#platform/pages/act.ts';
import { paths, returnPath } from '../../pages/paths.ts';
import type { LoginAnswer, OutcomeAnswer } from './account-contract.ts';

/** An answer as an outcome. `whenDone` is what follows from flag 1 alone. */
function outcomeOf({ flag, message, fields }: OutcomeAnswer, whenDone: Pick<Outcome, 'to' | 'person'> = {}): Outcome {
  if (flag === '1') return { done: true, say: message, ...whenDone };
  return { done: false, say: message, ...(fields && { fields }) };
}

export const logIn: Act = async ({ api, url, values: { email = '', password = '' } }) => {
  const answer = await api.post<LoginAnswer>('/api/login', { email, password });
  const { id = 0, name = '' } = answer;
  return outcomeOf(answer, { to: returnPath(url.searchParams.get('next')), person: { id, name } });
};

export const signUp: Act = async ({ api, values: { name = '', email = '', mobileno = '', password = '' } }) => {
  const answer = await api.post<OutcomeAnswer>('/api/register', { name, email, mobileno, password });
  return outcomeOf(answer, { to: paths.login });
};

export const askForReset: Act = async ({ api, values: { email = '' } }) =>
  outcomeOf(await api.post('/api/password-reset', { email }), { to: paths.login });

export const resetPassword: Act = async ({ api, url, values: { npass = '', cpass = '' } }) =>
  outcomeOf(await api.post('/api/reset-password', { token: tokenOf(url), npass, cpass }), { to: paths.login });

export const confirmEmail: Act = async ({ api, url }) =>
  outcomeOf(await api.post('/api/confirm-email', { token: tokenOf(url) }));

export const changePassword: Act = async ({ api, values: { id = '', opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.post('/api/change-password', { id, opass, npass, cpass }), { to: paths.dashboard });

const updateProfile: Act = async ({ api, values: { id = '', name = '', email = '', mobile = '' } }) =>
  outcomeOf(await api.post('/api/update-profile', { id, name, email, mobile }), { to: paths.dashboard });

const logOut: Act = async ({ api }) => outcomeOf(await api.post('/api/logout', {}), { to: paths.login, person: null });

const endSession: Act = async ({ api, values: { session = '' } }) =>
  outcomeOf(await api.delete(`/api/sessions/${encodeURIComponent(session)}`));

const downloadData: Act = async ({ api, values: { password = '' } }) => {
  const { flag, message, fields, ...data } = await api.post<OutcomeAnswer>('/api/my-data', { password });
  if (flag !== '1') return outcomeOf({ flag, message, fields });
  return { done: true, file: { name: 'carquay-my-data.json', content: JSON.stringify(data, null, 2) } };
};

const deleteAccount: Act = async ({ api, values: { password = '' } }) =>
  outcomeOf(await api.post('/api/delete-account', { password }), { to: paths.home, person: null });

/** The act of a page with several forms, by their names. */
function byForm(acts: Record<string, Act>): Act {
  return (input: ActInput) => {
    const { form = '' } = input.values;
    return Object.hasOwn(acts, form) ? acts[form]!(input) : Promise.resolve({ done: false });
  };
}

export const dashboardActs = byForm({
  logout: logOut,
  resend: async ({ api }) => outcomeOf(await api.post('/api/resend-confirmation', {})),
});

export const profileActs = byForm({
  profile: updateProfile,
  session: endSession,
  others: async ({ api }) => outcomeOf(await api.delete('/api/sessions')),
  download: downloadData,
  delete: deleteAccount,
});

const tokenOf = (url: URL) => url.searchParams.get('token') ?? '';
