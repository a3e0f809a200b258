import { useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { ConfirmDialog } from '#ui/admin/confirm-dialog.tsx';
import { DataTable, RowButton } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager, queryFrom } from '#ui/admin/list-page.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { subscriberCalls } from '../../office-calls.ts';
import type { SubscriberResponse, SubscribersResponse } from '../model/newsletter-contract.ts';

const STATES = ['confirmed', 'waiting'] as const;

export function SubscriberTable({ subscribers: { items, next, confirmed } }: { subscribers: SubscribersResponse }) {
  const t = useTranslator();
  const [removing, setRemoving] = useState<SubscriberResponse | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilterPanel
        fields={[
          { name: 'search', kind: 'search', label: t('admin.subscribers.search') },
          {
            name: 'state',
            label: t('admin.subscribers.state'),
            options: STATES.map((state) => ({ value: state, label: t(`admin.subscribers.state.${state}`) })),
          },
        ]}
      />
      <p className="figures text-ink-soft text-sm">{t('admin.subscribers.count', { count: confirmed })}</p>
      <DataTable
        caption={t('admin.messages.newsletter')}
        rows={items}
        keyOf={({ id }) => id}
        empty={t('admin.subscribers.none')}
        columns={[
          { id: 'email', head: t('admin.subscribers.email'), cell: ({ email }) => email },
          {
            id: 'state',
            head: t('admin.subscribers.state'),
            cell: ({ state }) => (
              <StatusTag status={state === 'confirmed' ? 'active' : state}>
                {t(`admin.subscribers.state.${state}`)}
              </StatusTag>
            ),
          },
          { id: 'since', head: t('admin.subscribers.since'), cell: ({ createdAt }) => <UtcTime time={createdAt} /> },
        ]}
        actions={(subscriber) => (
          <RowButton
            icon="trash"
            label={t('admin.subscribers.removeNamed', { row: subscriber.email })}
            onPress={() => setRemoving(subscriber)}
          />
        )}
      />
      <KeysetPager next={next} />
      <ConfirmDialog
        title={t('admin.subscribers.remove')}
        text={t('admin.subscribers.removeAsk', { email: removing?.email ?? '' })}
        open={removing !== null}
        onClose={() => setRemoving(null)}
        form="remove"
        values={{ id: removing?.id ?? '' }}
        confirm={t('admin.subscribers.removeSend')}
        busy={t('admin.subscribers.removing')}
      />
    </div>
  );
}

/** Filter parameters of the subscribers, both in the page URL and in the API query. */
export const SUBSCRIBER_FILTERS = ['search', 'state'] as const;

export function fetchSubscribers({ api, url }: LoadInput): Promise<SubscribersResponse> {
  return api.call(subscriberCalls.list, { query: queryFrom(url.searchParams, [...SUBSCRIBER_FILTERS, 'after']) });
}

export const removeSubscriber: FormAction = async ({ api, values: { id = '' } }) => {
  const { message } = await api.call(subscriberCalls.remove, { params: { id } });
  return { done: true, message };
};
