import { useLoaderData } from 'react-router';
import { NewPasswordFields } from '#features/people/accounts/components/account-fields.tsx';
import { changePasswordForm, problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { adminSecurityActions, loadAdminSecurity } from '#features/people/login/admin/admin-login.tsx';
import { SecondFactor } from '#features/people/login/components/second-factor.tsx';
import { SessionList } from '#features/people/sessions/components/session-list.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';

const load = requireAdmin(loadAdminSecurity);
const act = requireAdmin(adminSecurityActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.security.title');

export default function Security() {
  const t = useTranslator();
  const { factor, email, needsSecondFactor, sessions } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="admin.security.title">
      {needsSecondFactor && (
        <p className="max-w-xl rounded-md border border-waiting bg-waiting-ground p-4">
          {t('admin.security.required')}
        </p>
      )}
      <ChangePassword email={email} />
      <SecondFactor factor={factor} needsPassword />
      <section className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
        <h2 className="text-lg">{t('account.sessions.title')}</h2>
        <SessionList sessions={sessions} />
      </section>
    </AdminPage>
  );
}

function ChangePassword({ email }: { email: string }) {
  const t = useTranslator();
  return (
    <section className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{t('admin.security.password')}</h2>
      <p>{t('admin.security.passwordText')}</p>
      <ActionForm name="password" check={(values) => problemsOf(changePasswordForm, values)}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="opass" label={t('account.change.old')} autoComplete="current-password" />
        <NewPasswordFields />
        <SubmitButton busy={t('account.change.sending')}>{t('account.change.send')}</SubmitButton>
      </ActionForm>
    </section>
  );
}
