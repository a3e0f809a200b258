import { data, Link, useLoaderData } from 'react-router';
import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { acceptContract, fetchContract, SALES_PATH } from '#features/orders/sales-contracts/client/contract-client.ts';
import { ContractAcceptance, ContractClauses } from '#features/orders/sales-contracts/components/contract-text.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

const load = requireUser(async ({ api, params }: LoadInput) => {
  const contract = await fetchContract(api, params.id ?? '');
  return data({ contract }, { status: contract ? 200 : 404 });
});
const act = requireUser(acceptContract);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);

export const meta = privateMeta<typeof loader>(
  (t, loaded) =>
    loaded?.contract ? t('contract.title', { number: loaded.contract.number }) : t('contract.notFound.title'),
  'contract.about',
);

export default function SalesContract() {
  const t = useTranslator();
  const { contract } = useLoaderData<typeof loader>();
  if (!contract) {
    return (
      <MessagePage title={t('contract.notFound.title')} text={t('contract.notFound')}>
        <LinkButton to={paths.dashboard} kind="action">
          {t('contract.back')}
        </LinkButton>
      </MessagePage>
    );
  }
  const isBuyer = contract.role === 'buyer';
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <Link to={isBuyer ? orderPath(contract.order_id) : SALES_PATH} className={`${TEXT_LINK} justify-self-start`}>
          {t(isBuyer ? 'contract.back' : 'contract.backToSales')}
        </Link>
        <h1 className="text-2xl">{t('contract.title', { number: contract.number })}</h1>
        <p className="max-w-prose text-ink-soft">
          {t('contract.intro')} {t('contract.languages')}
        </p>
      </div>
      <ContractClauses clauses={contract.clauses} />
      <ContractAcceptance contract={contract} />
    </div>
  );
}
