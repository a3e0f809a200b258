import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { RowLink } from '#ui/admin/row-action.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import { UtcTime } from '#ui/utc-time.tsx';
import type { PersonResponse } from '../model/people-contract.ts';
import { PersonForms } from './person-forms.tsx';

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
