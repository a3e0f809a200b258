import { Link, useSearchParams } from 'react-router';
import { NewPasswordFields } from '#features/people/accounts/components/account-fields.tsx';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { problemsOf, resetPasswordForm } from '#features/people/accounts/model/account-forms.ts';
import { acceptInvitation } from '#features/people/staff/admin/people-table.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { paths } from '#paths.ts';
import { adminMeta } from '#ui/admin/list-page.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Logo } from '#ui/logo.tsx';

export const action = serverAction(acceptInvitation);
export const clientAction = browserAction(acceptInvitation);
export const meta = adminMeta('admin.invitation.title');

/** Target of the link in an invitation. Setting the password invalidates the link, opening it does not. */
export default function AdminInvitation() {
  const t = useTranslator();
  const hasToken = useSearchParams()[0].has('token');
  return (
    <>
      <div className="mx-auto max-w-md px-4 pt-8 md:px-8">
        <Logo />
      </div>
      <AccountFrame
        title={t('admin.invitation.title')}
        intro={t(hasToken ? 'admin.invitation.text' : 'admin.invitation.dead')}
      >
        {hasToken && (
          <ActionForm check={(values) => problemsOf(resetPasswordForm, values)}>
            <NewPasswordFields />
            <SubmitButton busy={t('admin.people.saving')}>{t('admin.invitation.send')}</SubmitButton>
          </ActionForm>
        )}
        <Link to={paths.adminLogin} className={`${TEXT_LINK} justify-self-start`}>
          {t('admin.invitation.login')}
        </Link>
      </AccountFrame>
    </>
  );
}
