import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { EmailField, NameField } from '#features/people/accounts/components/account-fields.tsx';
import { problemsOf } from '#features/people/accounts/model/account-forms.ts';
import { peopleCalls } from '#features/people/office-calls.ts';
import { ROLES, type Role } from '#features/people/sessions/model/roles.ts';
import type { PersonResponse } from '#features/people/staff/model/people-contract.ts';
import { INVITED_ROLES, inviteForm } from '#features/people/staff/model/person.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel, useClosePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/fields.tsx';
import { UtcTime } from '#ui/utc-time.tsx';

/** The status words of StatusTag that have the fitting colors. */
const TONE = { active: 'active', invited: 'pending', disabled: 'inactive' } as const;

export function PeopleTable({ people }: { people: PersonResponse[] }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const view = search.get('view');
  const open = people.find(({ id }) => String(id) === view);
  return (
    <>
      <DataTable
        caption={t('admin.people.title')}
        rows={people}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          {
            id: 'name',
            head: t('admin.people.name'),
            cell: ({ name, self }) => (self ? t('admin.people.you', { name }) : name),
          },
          { id: 'email', head: t('admin.people.email'), cell: ({ email }) => email },
          { id: 'role', head: t('admin.people.role'), cell: ({ role }) => t(`admin.people.role.${role}`) },
          { id: 'state', head: t('admin.people.state'), cell: (person) => <PersonState person={person} /> },
          {
            id: 'factor',
            head: t('admin.people.factor'),
            cell: ({ secondFactor }) => t(secondFactor ? 'admin.people.factor.on' : 'admin.people.factor.off'),
          },
          {
            id: 'login',
            head: t('admin.people.lastLogin'),
            cell: ({ lastLogin }) => (lastLogin ? <UtcTime time={lastLogin} /> : t('admin.people.never')),
          },
        ]}
        actions={({ id, name }) => (
          <RowLink
            icon="edit"
            label={t('admin.table.edit', { row: name })}
            to={{ search: searchToOpen(search, 'view', id) }}
          />
        )}
      />
      <SidePanel title={open?.name ?? t('admin.people.title')} open={view !== null} holdsForm>
        {open ? <Person key={open.id} person={open} /> : <p role="alert">{t('admin.people.invalid')}</p>}
      </SidePanel>
    </>
  );
}

function PersonState({ person: { state } }: { person: PersonResponse }) {
  const t = useTranslator();
  return <StatusTag status={TONE[state]}>{t(`admin.people.state.${state}`)}</StatusTag>;
}

function Person({ person }: { person: PersonResponse }) {
  const t = useTranslator();
  const { id, email, role, fromEnvironment, mayDecideFrom, self } = person;
  const audit = new URLSearchParams({ actor: 'admin', actorId: String(id) });
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          [t('admin.people.email'), email],
          [t('admin.people.role'), t(`admin.people.role.${role}`)],
          [t('admin.people.state'), <PersonState key="state" person={person} />],
          [t('admin.people.factor'), t(person.secondFactor ? 'admin.people.factor.on' : 'admin.people.factor.off')],
          ...(mayDecideFrom
            ? [[t('admin.people.mayDecideFrom'), <UtcTime key="decides" time={mayDecideFrom} />] as [string, ReactNode]]
            : []),
        ]}
      />
      {fromEnvironment && <p className="text-ink-soft">{t('admin.people.fromEnvironment')}</p>}
      <Link to={`${paths.auditLog}?${audit}`} className={`${TEXT_LINK} justify-self-start`}>
        {t('admin.people.audit')}
      </Link>
      {self ? <p className="text-ink-soft">{t('admin.people.self')}</p> : <PersonForms person={person} />}
    </div>
  );
}

type FormsProps = { person: PersonResponse };

/** What an administrator may change about another person. */
function PersonForms({ person }: FormsProps) {
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

/** Loader and actions of the people page, and of accepting an invitation. */

export const loadPeople: Load<{ people: PersonResponse[] }> = async ({ api }) => ({
  people: (await api.call(peopleCalls.list)).items,
});

const invite: FormAction = async ({ api, values: { name = '', email = '', role = '' } }) =>
  outcomeOf(
    await api.call(peopleCalls.invite, { body: { name, email, role: role as (typeof INVITED_ROLES)[number] } }),
  );

const inviteAgain: FormAction = async ({ api, values: { id = '' } }) =>
  outcomeOf(await api.call(peopleCalls.inviteAgain, { params: { id } }));

const setRole: FormAction = async ({ api, values: { id = '', role = '' } }) =>
  outcomeOf(await api.call(peopleCalls.setRole, { params: { id }, body: { role: role as Role } }));

const setDisabled: FormAction = async ({ api, values: { id = '', disabled = '' } }) =>
  outcomeOf(await api.call(peopleCalls.setDisabled, { params: { id }, body: { disabled: disabled === 'yes' } }));

const resetSecondFactor: FormAction = async ({ api, values: { id = '' } }) =>
  outcomeOf(await api.call(peopleCalls.resetSecondFactor, { params: { id } }));

export const peopleActions = actionByForm({
  invite,
  'invite again': inviteAgain,
  role: setRole,
  disabled: setDisabled,
  'reset factor': resetSecondFactor,
});

export const acceptInvitation: FormAction = async ({ api, url, values: { npass = '', cpass = '' } }) => {
  const token = url.searchParams.get('token') ?? '';
  return outcomeOf(await api.call(peopleCalls.accept, { body: { token, npass, cpass } }), { to: paths.adminLogin });
};
