import { useRevalidator, useSearchParams } from 'react-router';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { ActionInput, ActionOutcome, FormAction } from '#lib/pages/form-action.ts';
import { FORM_NAME } from '#lib/pages/form-name.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { DataTable, RowLink } from '#ui/admin/data-table.tsx';
import { FilterPanel } from '#ui/admin/filter-panel.tsx';
import { KeysetPager, queryFrom, searchToOpen } from '#ui/admin/list-page.tsx';
import { Facts, SidePanel } from '#ui/admin/side-panel.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { FormContext } from '#ui/forms/fields.tsx';
import { useFileForm } from '#ui/forms/file-form.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { officeThreadCalls } from '../../office-calls.ts';
import { messageIn } from '../client/thread-client.ts';
import { MessageFilesField, MessageTextField } from '../components/message-fields.tsx';
import { ThreadMessages } from '../components/thread-messages.tsx';
import { isThreadNumber, OFFICE_CHANGES, OFFICE_FILTERS } from '../model/thread.ts';
import type { OfficeThreadList, OfficeThreadResponse, OfficeThreadSummary } from '../model/thread-contract.ts';

export type OfficeThreads = { list: OfficeThreadList; open: OfficeThreadResponse | null };

/** Fetches a page of conversations, and the one that is open. */
export async function fetchOfficeThreads({ api, url }: LoadInput): Promise<OfficeThreads> {
  const view = url.searchParams.get('view') ?? '';
  const { after, ...query } = queryFrom(url.searchParams, ['search', 'filter', 'after']);
  const [list, open] = await Promise.all([
    api.call(officeThreadCalls.list, { query: { ...query, before: after } }),
    isThreadNumber(view) ? api.find(officeThreadCalls.one, { params: { number: view } }) : null,
  ]);
  return { list, open: open?.thread ?? null };
}

/** The conversations that need the office, and others on request. */
export function OfficeThreadTable({ threads: { list, open } }: { threads: OfficeThreads }) {
  const t = useTranslator();
  const [search] = useSearchParams();
  const isFiltered = search.has('search') || search.has('filter');
  return (
    <div className="grid grid-cols-1 gap-4">
      <FilterPanel
        fields={[
          { name: 'search', kind: 'search', label: t('threads.office.search') },
          {
            name: 'filter',
            label: t('threads.office.filter'),
            options: OFFICE_FILTERS.map((value) => ({
              value: value === 'open' ? '' : value,
              label: t(`threads.office.filter.${value}`),
            })),
          },
        ]}
      />
      <DataTable
        caption={t('threads.office.caption')}
        rows={list.items}
        keyOf={({ number }) => number}
        empty={t(isFiltered ? 'threads.office.none.all' : 'threads.office.none')}
        columns={[
          { id: 'about', head: t('threads.office.subject'), cell: (thread) => <About thread={thread} /> },
          {
            id: 'parties',
            head: t('threads.office.parties'),
            cell: ({ with: parties }) => <bdi>{t.list(parties.map(({ name }) => name))}</bdi>,
          },
          { id: 'state', head: t('threads.office.state'), cell: (thread) => <State thread={thread} /> },
          {
            id: 'last',
            head: t('threads.office.last'),
            cell: ({ last }) => last && <UtcTime time={last.at} />,
          },
        ]}
        actions={({ number }) => (
          <RowLink
            icon="view"
            label={t('admin.table.view', { row: number })}
            to={{ search: searchToOpen(search, 'view', number) }}
          />
        )}
      />
      <KeysetPager next={list.next} />
      <SidePanel title={t('threads.office.view')} open={search.has('view')} holdsForm>
        {open ? <Details key={open.number} thread={open} /> : <p role="alert">{t('threads.office.notFound')}</p>}
      </SidePanel>
    </div>
  );
}

function About({ thread: { number, car, order } }: { thread: OfficeThreadSummary }) {
  const t = useTranslator();
  return (
    <span className="grid">
      <span>
        {order ? t('threads.about.order', { number: order.number }) : (car?.name ?? t('threads.about.office'))}
      </span>
      <span className="figures text-ink-soft text-sm">{number}</span>
    </span>
  );
}

function State({ thread }: { thread: Pick<OfficeThreadSummary, 'needs_office' | 'waits_for' | 'assigned_to'> }) {
  const t = useTranslator();
  const { needs_office: needs, waits_for: waitsFor, assigned_to: person } = thread;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {needs !== null && <StatusTag status="pending">{t(`threads.office.needs.${needs}`)}</StatusTag>}
      {needs === null && waitsFor === 'office' && <StatusTag status="pending">{t('threads.office.waits')}</StatusTag>}
      {needs === null && waitsFor !== 'office' && <StatusTag status="success">{t('threads.office.fine')}</StatusTag>}
      {person !== null && <span className="text-ink-soft text-sm">{person}</span>}
    </span>
  );
}

function Details({ thread }: { thread: OfficeThreadResponse }) {
  const t = useTranslator();
  const { messages, reports, assigned_to: person, assigned_to_me: isMine, with: parties, may } = thread;
  return (
    <div className="grid gap-5">
      <Facts
        facts={[
          [t('threads.office.subject'), <About key="about" thread={thread} />],
          ...parties.map(({ side, name }): [string, React.ReactNode] => [t(`threads.side.${side}`), name]),
          [t('threads.office.state'), <State key="state" thread={thread} />],
          [t('threads.office.assigned'), person],
        ]}
      />
      {reports.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-base">{t('threads.office.reports')}</h3>
          {reports.map(({ side, reason, text, at }) => (
            <div key={side} className="grid gap-1 border-line border-s-2 ps-3">
              <p>
                {t('threads.office.reported', {
                  side: t(`threads.side.${side}`),
                  reason: t(`threads.reason.${reason}`),
                })}
              </p>
              {text !== '' && (
                <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                  {text}
                </p>
              )}
              <p className="text-ink-soft text-sm">
                <UtcTime time={at} />
              </p>
            </div>
          ))}
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        <Change number={thread.number} to={isMine ? 'release' : 'take'} />
        <Change number={thread.number} to="settle" />
        <Change number={thread.number} to={may.unblock ? 'unblock' : 'block'} />
      </div>
      <ThreadMessages messages={messages} reader="office" />
      <WriteForm number={thread.number} />
    </div>
  );
}

function WriteForm({ number }: { number: string }) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const onDone = () => revalidate();
  const { state, send } = useFileForm({
    call: officeThreadCalls.write,
    target: { params: { number } },
    files: 'file',
    onDone,
  });
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <FormContext value={state}>
        <input type="hidden" name={FORM_NAME} value="thread message" />
        <input type="hidden" name="number" value={number} />
        <MessageTextField label={t('threads.office.write')} place={`office ${number}`} />
        <MessageFilesField />
        <SubmitButton busy={t('threads.sending')} className="justify-self-start">
          {t('threads.send')}
        </SubmitButton>
      </FormContext>
    </form>
  );
}

function Change({ number, to }: { number: string; to: (typeof OFFICE_CHANGES)[number] }) {
  const t = useTranslator();
  return (
    <ActionForm name="thread change" className="contents">
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="to" value={to} />
      <SubmitButton kind="quiet" busy={t('admin.messages.changing')}>
        {t(`threads.office.${to}`)}
      </SubmitButton>
    </ActionForm>
  );
}

const change: FormAction = async ({ api, url, values }: ActionInput): Promise<ActionOutcome> => {
  const to = OFFICE_CHANGES.find((name) => name === values.to) ?? 'settle';
  try {
    const { message } = await api.call(officeThreadCalls.change, {
      params: { number: values.number ?? '' },
      body: { to },
    });
    return { done: true, message };
  } catch (error) {
    // The page reloads, because another person was faster.
    if (!isApiFailure(error) || (error.status !== 409 && error.status !== 404)) throw error;
    return { done: false, message: error.message, to: url.pathname + url.search };
  }
};

const write: FormAction = async ({ api, values }) => {
  await api.call(officeThreadCalls.write, { params: { number: values.number ?? '' }, body: messageIn(values) });
  return { done: true };
};

export const officeThreadActions: Record<string, FormAction> = { 'thread change': change, 'thread message': write };
