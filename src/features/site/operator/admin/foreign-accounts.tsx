import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { groupedAccount, MAX_ACCOUNT_LENGTH } from '../model/bank-account.ts';
import type { BankAccountsResponse } from '../model/bank-account-contract.ts';
import { foreignAccountProblems } from '../model/bank-account-form.ts';

/** Room for the spaces that people type. */
const SPACES = 16;

/** Our accounts in other currencies, and the form that adds one. */
export function ForeignAccounts({ foreign }: Pick<BankAccountsResponse, 'foreign'>) {
  const t = useTranslator();
  return (
    <section className="mt-4 grid gap-4" aria-labelledby="foreign-accounts">
      <h2 id="foreign-accounts" className="text-lg">
        {t('admin.bank.foreign')}
      </h2>
      <p className="max-w-prose">{t('admin.bank.foreign.text')}</p>
      {foreign.length > 0 && (
        <ul className="grid gap-3">
          {foreign.map(({ account, currency, addedBy, addedAt }) => (
            <li key={`${account} ${currency}`} className="grid gap-1 rounded-lg border border-line bg-surface p-5">
              <span className="wrap-anywhere figures font-semibold">
                {groupedAccount(account)} · {currency}
              </span>
              <span className="text-ink-soft text-sm">
                {t('admin.bank.foreign.by', { name: addedBy ?? '–' })} <UtcTime time={addedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ActionForm name="addForeign" check={foreignAccountProblems} className="grid max-w-xl gap-5">
        <TextField
          name="account"
          label={t('admin.bank.account')}
          maxLength={MAX_ACCOUNT_LENGTH.account + SPACES}
          autoComplete="off"
        />
        <TextField
          name="currency"
          label={t('admin.bank.foreign.currency')}
          hint={t('admin.bank.foreign.currencyHint')}
          maxLength={5}
          autoComplete="off"
        />
        <SubmitButton kind="quiet" busy={t('admin.bank.sending')}>
          {t('admin.bank.foreign.add')}
        </SubmitButton>
      </ActionForm>
    </section>
  );
}
