import { ROLES } from '#features/people/sessions/model/roles.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useClosePanel } from '#ui/admin/side-panel.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import type { PersonResponse } from '../model/people-contract.ts';

type FormsProps = { person: PersonResponse };

/** What an administrator may change about another person. */
export function PersonForms({ person }: FormsProps) {
  return (
    <>
      <RoleForm person={person} />
      {person.state === 'invited' && <PersonForm person={person} form="invite again" words="inviteAgain" />}
      {person.secondFactor && <PersonForm person={person} form="reset factor" words="resetFactor" danger />}
      <PersonForm
        person={person}
        form="disabled"
        words={person.state === 'disabled' ? 'enable' : 'disable'}
        danger={person.state !== 'disabled'}
      >
        <input type="hidden" name="disabled" value={person.state === 'disabled' ? 'no' : 'yes'} />
      </PersonForm>
    </>
  );
}

function RoleForm({ person: { id, role } }: FormsProps) {
  const t = useTranslator();
  return (
    <ActionForm name="role" onDone={useClosePanel()} className="grid gap-3 border-line border-t pt-5">
      <input type="hidden" name="id" value={id} />
      <SelectField
        name="role"
        label={t('admin.people.role')}
        hint={t('admin.people.roleHint')}
        defaultValue={role}
        options={ROLES.map((value) => ({ value, label: t(`admin.people.role.${value}`) }))}
      />
      <SubmitButton busy={t('admin.people.saving')}>{t('admin.people.saveRole')}</SubmitButton>
    </ActionForm>
  );
}

type PersonFormProps = FormsProps & {
  form: string;
  words: 'inviteAgain' | 'resetFactor' | 'enable' | 'disable';
  danger?: boolean;
  children?: React.ReactNode;
};

/** A form with one button, and a sentence about what it does. */
function PersonForm({ person: { id }, form, words, danger = false, children }: PersonFormProps) {
  const t = useTranslator();
  return (
    <ActionForm name={form} onDone={useClosePanel()} className="grid gap-3 border-line border-t pt-5">
      <input type="hidden" name="id" value={id} />
      {children}
      <p className="text-ink-soft text-sm">{t(`admin.people.${words}Text`)}</p>
      <SubmitButton kind={danger ? 'danger' : 'quiet'} busy={t('admin.people.saving')}>
        {t(`admin.people.${words}`)}
      </SubmitButton>
    </ActionForm>
  );
}
