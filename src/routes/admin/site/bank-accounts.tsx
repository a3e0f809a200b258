import { useLoaderData } from 'react-router';
import {
  BankAccountForm,
  BankAccountList,
  bankAccountActions,
  ForeignAccounts,
  InvoiceGaps,
  loadBankAccounts,
  ProposedAccount,
} from '#features/site/operator/admin/bank-accounts.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta } from '#ui/admin/list-page.tsx';

const load = requireAdmin(loadBankAccounts);
const act = requireAdmin(bankAccountActions);
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act, ['holder', 'bank', 'account', 'bic', 'currency']);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.bank.title');

export default function BankAccounts() {
  const t = useTranslator();
  const { versions, proposal, foreign, missing } = useLoaderData<typeof loader>();
  const mayPropose = proposal === null && !versions.some(({ state }) => state === 'pending');
  return (
    <AdminPage title="admin.bank.title" text="admin.bank.text">
      <InvoiceGaps missing={missing} />
      {proposal && <ProposedAccount proposal={proposal} />}
      <BankAccountList versions={versions} />
      {mayPropose && (
        <section className="mt-4 grid gap-4">
          <h2 className="text-lg">{t(versions.length === 0 ? 'admin.bank.first' : 'admin.bank.change')}</h2>
          <p className="max-w-prose">{t(versions.length === 0 ? 'admin.bank.first.text' : 'admin.bank.change.text')}</p>
          <BankAccountForm isFirst={versions.length === 0} />
        </section>
      )}
      {versions.length > 0 && <ForeignAccounts foreign={foreign} />}
    </AdminPage>
  );
}
