import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { MAX_ACCOUNT_LENGTH } from '../model/bank-account.ts';
import { bankAccountProblems } from '../model/bank-account-form.ts';

const FIELDS = ['holder', 'bank', 'account', 'bic'] as const;
/** Room for the spaces that people type. */
const SPACES = 16;

/** `isFirst`: the account takes effect at once. */
export function BankAccountForm({ isFirst }: { isFirst: boolean }) {
  const t = useTranslator();
  return (
    <ActionForm name="propose" check={bankAccountProblems} className="grid max-w-xl gap-5">
      {FIELDS.map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`admin.bank.${name}`)}
          hint={t(`admin.bank.hint.${name}`)}
          maxLength={MAX_ACCOUNT_LENGTH[name] + SPACES}
          autoComplete="off"
        />
      ))}
      <SubmitButton busy={t('admin.bank.sending')}>
        {t(isFirst ? 'admin.bank.enter' : 'admin.bank.propose')}
      </SubmitButton>
    </ActionForm>
  );
}
