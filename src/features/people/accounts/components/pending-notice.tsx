import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Icon } from '#ui/icon.tsx';
import { storeContinueAt } from '../client/continue-at.ts';
import type { ProfileResponse } from '../model/account-contract.ts';

type PendingNoticeProps = {
  profile: ProfileResponse;
  /** Why this page needs a confirmed address. Without it the account works unconfirmed, so the tone is calm. */
  needed?: string;
};

/** Asks a Pending user to confirm the email address. If the page needs it, the user comes back to it afterwards. */
export function PendingNotice({ profile, needed }: PendingNoticeProps) {
  const t = useTranslator();
  const { pathname, search } = useLocation();
  const isNeeded = needed !== undefined && profile.status === 'Pending';
  useEffect(() => {
    if (isNeeded) storeContinueAt(pathname + search);
  }, [isNeeded, pathname, search]);
  if (profile.status !== 'Pending') return null;
  return (
    <section className="flex gap-3 rounded-lg border border-waiting bg-waiting-ground p-4 md:p-5">
      <Icon name="mail" className="mt-0.5 size-6 text-waiting" />
      <div className="grid min-w-0 gap-3">
        <h2 className="text-lg">{t('account.dashboard.pending')}</h2>
        {needed && <p>{needed}</p>}
        <p className="wrap-anywhere">{t('account.dashboard.pendingText', { email: profile.email })}</p>
        <ActionForm name="resend" className="grid justify-items-start gap-3">
          <SubmitButton kind="quiet" busy={t('account.dashboard.resending')}>
            {t('account.dashboard.resend')}
          </SubmitButton>
        </ActionForm>
      </div>
    </section>
  );
}
