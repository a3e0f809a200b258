import { useLoaderData } from 'react-router';
import { BankDayForm } from '#features/payments/order-terms/admin/bank-day-form.tsx';
import { loadTerms, TermsForm, termsActions } from '#features/payments/order-terms/admin/terms-form.tsx';
import { ProposedTerms, TermsHistory, TermsInForce } from '#features/payments/order-terms/admin/terms-versions.tsx';
import { TERM_NAMES } from '#features/payments/order-terms/model/term-values.ts';
import { fetchRates, RatesForm, saveRates } from '#features/payments/trade-terms/admin/rates-form.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(async (input: LoadInput) => {
  const [page, rates] = await Promise.all([loadTerms(input), fetchRates(input.api)]);
  return { ...page, rates };
});
const act = requireAdmin(actionByForm({ ...termsActions, rates: saveRates }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['reason', ...TERM_NAMES]);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.terms.title');

export default function OrderTerms() {
  const t = useTranslator();
  const { terms, bankDays, rates } = useLoaderData<typeof loader>();
  const { versions, proposal } = terms;
  const [inForce] = versions;
  if (!inForce) return null;
  return (
    <AdminPage title="admin.terms.title" text="admin.terms.text" spacing="wide">
      {proposal && <ProposedTerms proposal={proposal} inForce={inForce} />}
      <TermsInForce terms={inForce} />
      {!proposal && (
        <section className="grid gap-4">
          <h2 className="text-lg">{t('admin.terms.propose.title')}</h2>
          <p className="max-w-prose">{t('admin.terms.propose.text')}</p>
          <TermsForm key={inForce.version} version={inForce.version} inForce={inForce} />
        </section>
      )}
      <BankDayForm bankDays={bankDays} />
      <RatesForm rates={rates} />
      <TermsHistory versions={versions} />
    </AdminPage>
  );
}
