import { useSearchParams } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { searchToOpen } from '#ui/admin/admin-search.ts';
import { DataTable } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager } from '#ui/admin/list-state.tsx';
import { RowLink } from '#ui/admin/row-action.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { BankDetailsFlag, BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { MessageResponse, MessagesResponse } from '../model/message-contract.ts';

export function MessageTable({ messages: { items, next } }: { messages: MessagesResponse }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const open = search.get('view');
  const message = items.find(({ id }) => String(id) === open);
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilterPanel fields={[{ name: 'search', kind: 'search', label: t('admin.messages.search') }]} />
      <DataTable
        caption={t('admin.messages.contact')}
        rows={items}
        keyOf={({ id }) => id}
        empty={t('admin.messages.none')}
        columns={[
          { id: 'from', head: t('admin.messages.from'), cell: ({ name }) => name },
          {
            id: 'subject',
            head: t('admin.messages.subject'),
            cell: ({ subject, message }) => (
              <span className="flex flex-wrap items-center gap-2">
                {subject} <BankDetailsFlag texts={[subject, message]} />
              </span>
            ),
          },
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
      <SidePanel title={t('admin.messages.view')} open={open !== null}>
        {message ? <Message message={message} /> : <p role="alert">{t('admin.messages.invalid')}</p>}
      </SidePanel>
    </div>
  );
}

function Message({ message: { name, email, subject, message, createdAt } }: { message: MessageResponse }) {
  const t = useTranslator();
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          [t('admin.messages.from'), name],
          [t('admin.messages.email'), email],
          [t('admin.messages.at'), <UtcTime key="at" time={createdAt} />],
          [t('admin.messages.subject'), subject],
        ]}
      />
      <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
      <BankDetailsWarning text={message} to="office" />
      <a
        href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
        className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
      >
        {t('admin.messages.reply')}
      </a>
    </div>
  );
}
