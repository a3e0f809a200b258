import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager } from '#ui/admin/list-state.tsx';
import { RowLink } from '#ui/admin/row-action.tsx';
import { SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { BankDetailsFlag } from '#ui/bank-details/bank-details-warning.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { MessageResponse, MessagesResponse } from '../model/message-contract.ts';
import { MESSAGE_STATES } from '../model/message-state.ts';
import { MessageDetails } from './message-details.tsx';

export function MessageTable({ messages: { items, next } }: { messages: MessagesResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const open = search.get('view');
  const message = items.find(({ id }) => String(id) === open);
  const states = MESSAGE_STATES.map((value) => ({ value, label: t(`admin.messages.state.${value}`) }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilterPanel
        fields={[
          { name: 'search', kind: 'search', label: t('admin.messages.search') },
          {
            name: 'state',
            label: t('admin.messages.state'),
            options: [{ value: '', label: t('admin.messages.state.all') }, ...states],
          },
        ]}
      />
      <DataTable
        caption={t('admin.messages.contact')}
        rows={items}
        keyOf={({ id }) => id}
        empty={t('admin.messages.none')}
        columns={[
          {
            id: 'from',
            head: t('admin.messages.from'),
            cell: ({ name, state }) => <span className={state === 'new' ? '' : 'font-normal'}>{name}</span>,
          },
          {
            id: 'subject',
            head: t('admin.messages.subject'),
            cell: ({ subject, message }) => (
              <span className="flex flex-wrap items-center gap-2">
                {subject} <BankDetailsFlag texts={[subject, message]} />
              </span>
            ),
          },
          { id: 'state', head: t('admin.messages.state'), cell: (each) => <State message={each} /> },
          { id: 'at', head: t('admin.messages.at'), cell: ({ createdAt }) => <UtcTime time={createdAt} /> },
        ]}
        actions={({ id, subject }) => (
          <RowLink
            icon="view"
            label={t('admin.table.view', { row: subject })}
            to={{ search: searchToOpen(search, 'view', id) }}
          />
        )}
      />
      <KeysetPager next={next} />
      <SidePanel title={t('admin.messages.view')} open={open !== null} holdsForm>
        {message ? (
          <MessageDetails key={message.id} message={message} />
        ) : (
          <p role="alert">{t('admin.messages.invalid')}</p>
        )}
      </SidePanel>
    </div>
  );
}

const LOOKS = { new: 'pending', taken: 'confirmed', done: 'success' } as const;

function State({ message: { state, taken_by: person, replies } }: { message: MessageResponse }) {
  const t = useTranslator();
  const word = state === 'done' && replies.length > 0 ? 'answered' : state;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusTag status={LOOKS[state]}>{t(`admin.messages.state.${word}`)}</StatusTag>
      {person !== null && <span className="text-ink-soft text-sm">{person}</span>}
    </span>
  );
}
