import { Link, useLoaderData, useSearchParams } from 'react-router';
import { loadResetLink, resetPassword } from '#features/people/accounts/client/account-pages.ts';
import { NewPasswordFields } from '#features/people/accounts/components/account-fields.tsx';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { problemsOf, resetPasswordForm } from '#features/people/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';

export const loader = serverLoader(loadResetLink);
export const clientLoader = browserLoader(loadResetLink);
export const action = serverAction(resetPassword);
export const clientAction = browserAction(resetPassword);
export const meta = privateMeta('account.reset.title', 'account.reset.about');

/** Target of the link in a reset email. Setting the password invalidates the link, opening it does not. */
export default function ResetPassword() {
  const t = useTranslator();
  const hasToken = useSearchParams()[0].has('token');
  const { dead } = useLoaderData<typeof loader>();
  const works = hasToken && dead === null;
  const intro = dead ?? t(hasToken ? 'account.reset.about' : 'account.reset.dead');
  return (
    <AccountFrame title={t('account.reset.title')} intro={intro}>
      {works && (
        <ActionForm check={(values) => problemsOf(resetPasswordForm, values)}>
          <NewPasswordFields />
          <SubmitButton busy={t('account.reset.sending')}>{t('account.reset.send')}</SubmitButton>
        </ActionForm>
      )}
      <Link to={paths.forgotPassword} className={`${TEXT_LINK} justify-self-start`}>
        {t('account.reset.again')}
      </Link>
    </AccountFrame>
  );
}
