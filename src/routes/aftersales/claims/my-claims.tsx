import { Link, useLoaderData } from 'react-router';
import { claimPath, fetchMyClaims } from '#features/aftersales/claims/client/claim-client.ts';
import { ClaimBadge } from '#features/aftersales/claims/components/claim-details.tsx';
import { AccountFrame } from '#features/people/accounts/components/account-frame.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

const load = requireUser(async ({ api }: LoadInput) => ({ claims: await fetchMyClaims(api) }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = privateMeta('claims.mine', 'claims.about');

export default function MyClaims() {
  const t = useTranslator();
  const { claims } = useLoaderData<typeof loader>();
  return (
    <AccountFrame title={t('claims.mine')} intro={t('claims.about')}>
      {claims.length === 0 && <p className="text-ink-soft">{t('claims.none')}</p>}
      <ul className="grid gap-3">
        {claims.map(({ id, order, kind, state, role, next_at: next }) => (
          <li key={id} className="grid gap-1 rounded-lg border border-line bg-surface p-4">
            <span className="flex flex-wrap items-center justify-between gap-x-4">
              <Link to={claimPath(id)} className={`${TEXT_LINK} font-semibold`}>
                {order.number} · {t(`claims.kind.${kind}`)}
              </Link>
              <ClaimBadge state={state} />
            </span>
            <span className="text-ink-soft text-sm">
              {t(role === 'buyer' ? 'claims.role.buyer' : 'claims.role.seller')}
              {next !== null && ` · ${t('claims.next', { time: t.utcTime(next) })}`}
            </span>
          </li>
        ))}
      </ul>
      <Link to={paths.dashboard} className={`${TEXT_LINK} justify-self-start`}>
        {t('payouts.back')}
      </Link>
    </AccountFrame>
  );
}
