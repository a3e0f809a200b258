import { Link } from 'react-router';
import { useWords } from '#platform/words/words-context.tsx';
import { ActForm } from '#ui/forms/act-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { paths } from '../../../pages/paths.ts';
import { loginForm, problemsOf } from '../account-forms.ts';
import { EmailField } from './account-fields.tsx';
import { useEntrancePath } from './use-entrance-path.ts';

export function LoginForm() {
  const t = useWords();
  const entrance = useEntrancePath();
  return (
    <ActForm check={(values) => problemsOf(loginForm, values)}>
      <EmailField autoComplete="username" />
      <div className="grid">
        <PasswordField name="password" label={t('account.password')} autoComplete="current-password" />
        <Link to={entrance(paths.forgotPassword)} className={`${TEXT_LINK} justify-self-end`}>
          {t('account.login.forgot')}
        </Link>
      </div>
      <SubmitButton busy={t('account.login.sending')}>{t('account.login.send')}</SubmitButton>
      <p>
        {t('account.login.new')}{' '}
        <Link to={entrance(paths.signup)} className={TEXT_LINK}>
          {t('account.login.create')}
        </Link>
      </p>
    </ActForm>
  );
}
