import { Link } from 'react-router';
import { useSite } from '#platform/pages/use-site.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { ActForm } from '#ui/forms/act-form.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { paths } from '../../../pages/paths.ts';
import { problemsOf, signupForm } from '../account-forms.ts';
import { EmailField, MobileField, NameField } from './account-fields.tsx';
import { useEntrancePath } from './use-entrance-path.ts';

/** @param legal what opens the texts that are accepted by signing up. */
export function SignupForm({ legal }: { legal: React.ReactNode }) {
  const t = useWords();
  const entrance = useEntrancePath();
  return (
    <ActForm check={(values) => problemsOf(signupForm, values)}>
      <NameField hint={t('account.signup.nameHint')} />
      <EmailField autoComplete="email" />
      <MobileField name="mobileno" />
      <PasswordField
        name="password"
        label={t('account.password')}
        hint={t('account.signup.passwordHint', { least: useSite().shortestPassword })}
        autoComplete="new-password"
      />
      <div className="text-ink-soft text-sm">
        <p>{t('account.signup.accept')}</p>
        <div className="flex flex-wrap gap-x-5">{legal}</div>
      </div>
      <SubmitButton busy={t('account.signup.sending')}>{t('account.signup.send')}</SubmitButton>
      <p>
        {t('account.signup.known')}{' '}
        <Link to={entrance(paths.login)} className={TEXT_LINK}>
          {t('account.signup.login')}
        </Link>
      </p>
    </ActForm>
  );
}
