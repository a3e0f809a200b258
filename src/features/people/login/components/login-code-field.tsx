import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { RequestedField } from '#ui/forms/requested-field.tsx';
import { CodeField } from './code-field.tsx';

/** The code at a login. Shown once a response has asked for it. */
export function LoginCodeField() {
  const t = useTranslator();
  return (
    <RequestedField name="code">
      <CodeField label={t('account.factor.loginCode')} hint={t('account.factor.loginCodeHint')} />
    </RequestedField>
  );
}
