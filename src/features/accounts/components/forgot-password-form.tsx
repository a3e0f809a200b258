import { Link } from 'react-router';
import { useWords } from '#platform/words/words-context.tsx';
import { ActForm } from '#ui/forms/act-form.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { paths } from '../../../pages/paths.ts';
import { EmailField } from './account-fields.tsx';
import { useEntrancePath } from './use-entrance-path.ts';

/** Nothing is checked before sending: the server says what it thinks of the address. */
export function ForgotPasswordForm() {
  const t = useWords();
  const entrance = useEntrancePath();
  return (
    <ActForm>
      <EmailField autoComplete="username" />
      <SubmitButton busy={t('account.forgot.sending')}>{t('account.forgot.send')}</SubmitButton>
      <Link to={entrance(paths.login)} className={`${TEXT_LINK} justify-self-start`}>
        {t('account.forgot.back')}
      </Link>
    </ActForm>
  );
}
