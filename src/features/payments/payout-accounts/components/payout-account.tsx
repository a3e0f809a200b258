import { payoutAccountCalls } from '#features/payments/payments-calls.ts';
import type { PayoutAccountsResponse } from '#features/payments/payout-accounts/model/payout-account-contract.ts';
import {
  MAX_ADDRESS_LENGTH,
  payoutAccountProblems,
} from '#features/payments/payout-accounts/model/payout-account-form.ts';
import { CodeStep } from '#features/people/accounts/components/code-step.tsx';
import { MAX_ACCOUNT_LENGTH } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';

const FIELDS = ['bank', 'account', 'bic'] as const;
/** Room for the spaces that people type. */
const SPACES = 16;

/** The account that we send money to, one that waits, and a form to enter another one. */
export function PayoutAccount({ account, pending }: PayoutAccountsResponse) {
  const t = useTranslator();
  return (
    <>
      <p>
        {account
          ? t('payouts.account.current', { holder: account.holder, bank: account.bank, end: account.account_end })
          : t('payouts.account.none')}
      </p>
      {pending && (
        <div className="grid gap-3 rounded-md border border-waiting bg-waiting-ground p-4">
          <p className="font-semibold text-waiting">
            {t('payouts.account.pending', {
              holder: pending.holder,
              end: pending.account_end,
              time: t.utcTime(pending.effective_at),
            })}
          </p>
          <ActionForm name="cancel">
            <SubmitButton kind="quiet" busy={t('payouts.account.canceling')}>
              {t('payouts.account.cancel')}
            </SubmitButton>
          </ActionForm>
        </div>
      )}
      <details className="rounded-lg border border-line bg-surface p-4" open={!account && !pending}>
        <summary className="cursor-pointer font-semibold">
          {t(account || pending ? 'payouts.account.change' : 'payouts.account.first')}
        </summary>
        <p className="my-4 text-ink-soft">{t('payouts.account.text')}</p>
        <ActionForm name="enter" check={payoutAccountProblems}>
          <TextField
            name="holder"
            label={t('payouts.account.holder')}
            maxLength={MAX_ACCOUNT_LENGTH.holder + SPACES}
            autoComplete="off"
          />
          <TextAreaField
            name="address"
            label={t('payouts.account.address')}
            rows={3}
            maxLength={MAX_ADDRESS_LENGTH}
            defaultValue=""
          />
          {FIELDS.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`payouts.account.${name}`)}
              maxLength={MAX_ACCOUNT_LENGTH[name] + SPACES}
              autoComplete="off"
            />
          ))}
          <PasswordField name="password" label={t('payouts.account.password')} autoComplete="current-password" />
          <CodeStep />
          <SubmitButton busy={t('payouts.account.sending')}>{t('payouts.account.send')}</SubmitButton>
        </ActionForm>
      </details>
    </>
  );
}

/** Loader and actions of the page of a user's bank account. */

export const loadPayoutAccount: Load<PayoutAccountsResponse> = ({ api }) => api.call(payoutAccountCalls.show);

/** The first submission emails a code, and the one with the code enters the account. */
const enter: FormAction = async ({ api, t, values }) => {
  const { holder = '', address = '', bank = '', account = '', bic = '', password = '', code } = values;
  const details = { holder, address, bank, account, bic };
  if (!code) {
    if (password === '') return { done: false, fields: { password: t('account.change.passwordNeeded') } };
    await api.call(payoutAccountCalls.sendCode, { body: details });
    return { done: false, fields: { code: t('account.change.codeSent') } };
  }
  return outcomeOf(await api.call(payoutAccountCalls.enter, { body: { ...details, password, code } }));
};

const cancel: FormAction = async ({ api }) => outcomeOf(await api.call(payoutAccountCalls.cancel));

export const payoutAccountActions = actionByForm({ enter, cancel });
