import { data, Link, useLoaderData } from 'react-router';
import { claimActions, fetchClaim } from '#features/aftersales/claims/client/claim-client.ts';
import { ClaimBadge, ClaimDetails } from '#features/aftersales/claims/components/claim-details.tsx';
import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const load = requireUser(async ({ api, params }: LoadInput) => {
  const claim = await fetchClaim(api, params.id ?? '');
  return data({ claim }, { status: claim ? 200 : 404 });
});
const act = requireUser(claimActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta = privateMeta('claims.mine', 'claims.about');

export default function Claim() {
  const t = useTranslator();
  const { claim } = useLoaderData<typeof loader>();
  if (!claim) {
    return (
      <MessagePage title={t('claims.mine')} text={t('claims.notFound')}>
        <LinkButton to={paths.myClaims} kind="action">
          {t('claims.mine')}
        </LinkButton>
      </MessagePage>
    );
  }
  const { order, role, cars, kind, state } = claim;
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link
          to={role === 'buyer' ? orderPath(order.id) : paths.myClaims}
          className={`${TEXT_LINK} justify-self-start`}
        >
          {role === 'buyer' ? t('claims.toOrder', { number: order.number }) : t('claims.mine')}
        </Link>
        <h1 className="flex flex-wrap items-center gap-3 text-2xl">
          {t(`claims.kind.${kind}`)}
          <ClaimBadge state={state} />
        </h1>
        <p className="text-ink-soft">
          {order.number} · {t.list(cars.map(({ name }) => name))}
        </p>
      </div>
      <ClaimDetails claim={claim} />
    </div>
  );
}
