import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { titleCase } from '#lib/session/stored-user.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';

export function DashboardHeader({ name }: { name: string }) {
  const t = useTranslator();
  return (
    <header className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <h1 className="min-w-0 wrap-anywhere text-2xl">{t('account.dashboard.hi', { name: titleCase(name) })}</h1>
      <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
        <LinkButton to={paths.changePassword} className="col-span-2">
          {t('account.dashboard.password')}
        </LinkButton>
        <LinkButton to={paths.profile}>{t('account.dashboard.profile')}</LinkButton>
        <ActionForm name="logout" className="grid gap-2">
          <SubmitButton kind="quiet" busy={t('account.dashboard.loggingOut')}>
            {t('shell.user.logout')}
          </SubmitButton>
        </ActionForm>
      </div>
    </header>
  );
}
