import { redirect } from 'react-router';
import { EmailField } from '#features/people/accounts/components/account-fields.tsx';
import { loginForm, problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { secondFactorActions } from '#features/people/login/components/second-factor.tsx';
import { adminSessionCalls } from '#features/people/office-calls.ts';
import type { SessionsResponse } from '#features/people/sessions/model/session-contract.ts';
import { isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { adminReturnPath, paths } from '#paths.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { adminSecondFactorCalls } from '../../people-calls.ts';
import { LoginCodeField } from '../components/login-form.tsx';
import type { SecondFactorResponse } from '../model/second-factor-contract.ts';

/** Redirects a logged-in administrator to the `next` page. */
export const loadAdminLogin: Load<null> = async ({ api, url }) => {
  const { admin } = await api.call(adminSessionCalls.session);
  if (admin) throw redirect(adminReturnPath(url.searchParams.get('next')));
  return null;
};

const logIn: FormAction = async ({ api, t, url, values: { email = '', password = '', code = '' } }) => {
  try {
    const body = { email, password, ...(code !== '' && { code }) };
    const response = await api.call(adminSessionCalls.login, { body });
    const { flag, message, fields, id = 0, name = '' } = response;
    if (flag !== '1') return { done: false, message, ...(fields && { fields }) };
    const to = adminReturnPath(url.searchParams.get('next'));
    return { done: true, message: t('admin.login.done'), to, admin: { id, name } };
  } catch (error) {
    if (isApiFailure(error) && error.status < 500) throw error;
    if (!isApiFailure(error) && !isNetworkError(error)) throw error;
    return { done: false, message: t('admin.login.failed') };
  }
};

/** Succeeds if the session has already ended. */
const logOut: FormAction = async ({ api }) => {
  try {
    const { message } = await api.call(adminSessionCalls.logout);
    return { done: true, message, to: paths.adminLogin, admin: null };
  } catch (error) {
    if (!isApiFailure(error) || (error.status !== 401 && error.status !== 403)) throw error;
    return { done: true, to: paths.adminLogin, admin: null };
  }
};

export const adminLoginActions = actionByForm({ login: logIn, logout: logOut });

export function AdminLoginForm() {
  const t = useTranslator();
  return (
    <ActionForm name="login" check={(values) => problemsOf(loginForm, values)}>
      <EmailField autoComplete="username" />
      <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
      <LoginCodeField />
      <SubmitButton busy={t('admin.login.sending')}>{t('admin.login.send')}</SubmitButton>
    </ActionForm>
  );
}

type LoginData = {
  factor: SecondFactorResponse;
  email: string;
  needsSecondFactor: boolean;
  sessions: SessionsResponse['sessions'];
};

/** Loads the page for an administrator's own login. */
export const loadAdminSecurity: Load<LoginData> = async ({ api }) => {
  const [factor, { admin }, { sessions }] = await Promise.all([
    api.call(adminSecondFactorCalls.secondFactor),
    api.call(adminSessionCalls.session),
    api.call(adminSessionCalls.sessions),
  ]);
  return { factor, email: admin?.email ?? '', needsSecondFactor: admin?.needsSecondFactor ?? false, sessions };
};

const changePassword: FormAction = async ({ api, values: { opass = '', npass = '', cpass = '' } }) =>
  outcomeOf(await api.call(adminSessionCalls.changePassword, { body: { opass, npass, cpass } }));

export const adminSecurityActions = actionByForm({
  ...secondFactorActions(adminSecondFactorCalls),
  password: changePassword,
  session: async ({ api, values: { session = '' } }) =>
    outcomeOf(await api.call(adminSessionCalls.endSession, { params: { id: session } })),
  others: async ({ api }) => outcomeOf(await api.call(adminSessionCalls.endOtherSessions)),
});
