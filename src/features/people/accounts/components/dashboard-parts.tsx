import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { titleCase } from '#lib/session/stored-user.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';

export function DashboardHeader({ name }: { name: string }) {
  const t = useTranslator();
  return <h1 className="min-w-0 wrap-anywhere text-2xl">{t('account.dashboard.hi', { name: titleCase(name) })}</h1>;
}

/** The end of the dashboard: the profile, the password and the way out. */
export function DashboardAccount() {
  const t = useTranslator();
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex">
      <LinkButton to={paths.profile}>{t('account.dashboard.profile')}</LinkButton>
      <LinkButton to={paths.changePassword}>{t('account.dashboard.password')}</LinkButton>
      <ActionForm name="logout" className="col-span-2 grid gap-2">
        <SubmitButton kind="quiet" busy={t('account.dashboard.loggingOut')}>
          {t('shell.user.logout')}
        </SubmitButton>
      </ActionForm>
    </div>
  );
}

export function DashboardSection({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
