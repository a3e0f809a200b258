import { EmailField, NameField } from '#features/people/accounts/components/account-fields.tsx';
import { problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { inviteForm } from '../model/people-forms.ts';
import { INVITED_ROLES } from '../model/person.ts';

export function InviteForm() {
  const t = useTranslator();
  return (
    <section className="grid max-w-xl gap-4 rounded-lg border border-line bg-surface p-5">
      <h2 className="text-lg">{t('admin.people.invite')}</h2>
      <p className="text-ink-soft">{t('admin.people.inviteText')}</p>
      <ActionForm name="invite" check={(values) => problemsOf(inviteForm, values)}>
        <NameField />
        <EmailField autoComplete="off" />
        <SelectField
          name="role"
          label={t('admin.people.role')}
          hint={t('admin.people.inviteHint')}
          options={INVITED_ROLES.map((value) => ({ value, label: t(`admin.people.role.${value}`) }))}
        />
        <SubmitButton busy={t('admin.people.inviting')}>{t('admin.people.send')}</SubmitButton>
      </ActionForm>
    </section>
  );
}
