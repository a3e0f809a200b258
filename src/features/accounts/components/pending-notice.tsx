import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ProfileResponse } from '../model/account-contract.ts';

/** Asks a Pending user to confirm the email address. The account works without it, so the tone is calm. */
export function PendingNotice({ profile }: { profile: ProfileResponse }) {
  const t = useTranslator();
  if (profile.status !== 'Pending') return null;
  return (
    <section className="flex gap-3 rounded-lg border border-waiting bg-waiting-ground p-4 md:p-5">
      <Icon name="mail" className="mt-0.5 size-6 text-waiting" />
      <div className="grid min-w-0 gap-3">
        <h2 className="text-lg">{t('account.dashboard.pending')}</h2>
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
