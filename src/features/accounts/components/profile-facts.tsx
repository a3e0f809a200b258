import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { ProfileResponse } from '../model/account-contract.ts';

export function ProfileFacts({ profile: { status, createdAt, lastLogin } }: { profile: ProfileResponse }) {
  const t = useTranslator();
  return (
    <dl className="grid gap-x-6 gap-y-2 rounded-lg border border-line p-4 sm:grid-cols-[auto_1fr]">
      <dt className="text-ink-soft">{t('account.profile.status')}</dt>
      <dd>{t(`account.profile.status.${status}`)}</dd>
      <dt className="text-ink-soft">{t('account.profile.createdAt')}</dt>
      <dd>
        <UtcTime time={createdAt} />
      </dd>
      <dt className="text-ink-soft">{t('account.profile.lastLogin')}</dt>
      <dd>{lastLogin === null ? t('account.profile.never') : <UtcTime time={lastLogin} />}</dd>
    </dl>
  );
}
