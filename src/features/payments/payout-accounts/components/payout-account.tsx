import { CodeStep } from '#features/people/accounts/components/code-step.tsx';
import { MAX_ACCOUNT_LENGTH } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import type { PayoutAccountsResponse } from '../model/payout-account-contract.ts';
import { MAX_ADDRESS_LENGTH, payoutAccountProblems } from '../model/payout-account-form.ts';

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
