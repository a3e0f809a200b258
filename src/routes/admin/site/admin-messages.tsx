import { Link, useLoaderData, useSearchParams } from 'react-router';
import {
  fetchOfficeThreads,
  OfficeThreadTable,
  officeThreadActions,
} from '#features/conversations/threads/admin/office-threads.tsx';
import { tableCalls } from '#features/office/office-calls.ts';
import {
  fetchMessages,
  MESSAGE_FILTERS,
  MessageTable,
  messageActions,
} from '#features/site/contact/admin/messages.tsx';
import {
  fetchSubscribers,
  removeSubscriber,
  SUBSCRIBER_FILTERS,
  SubscriberTable,
} from '#features/site/newsletter/admin/subscribers.tsx';
import { href } from '#lib/api-client/api-call.ts';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { actionByForm, browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, requireAdmin, serverLoader } from '#lib/pages/page-handlers.ts';
import { AdminPage, adminMeta, CsvLink, ListFailed } from '#ui/admin/list-page.tsx';

const TABS = ['contact', 'conversations', 'newsletter'] as const;

const tabOf = (search: URLSearchParams) => TABS.find((tab) => tab === search.get('tab')) ?? 'contact';

const load = requireAdmin(async (input: LoadInput) => {
  const none = { messages: null, threads: null, subscribers: null, failed: null };
  const tab = tabOf(input.url.searchParams);
  try {
    if (tab === 'newsletter') return { ...none, subscribers: await fetchSubscribers(input) };
    if (tab === 'conversations') return { ...none, threads: await fetchOfficeThreads(input) };
    return { ...none, messages: await fetchMessages(input) };
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 400) throw error;
    return { ...none, failed: error.message };
  }
});
const act = requireAdmin(actionByForm({ remove: removeSubscriber, ...messageActions, ...officeThreadActions }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(act);
export const clientAction = browserAction(act);
export const meta = adminMeta('admin.messages.title');

export default function Messages() {
  const t = useTranslator();
  const { messages, threads, subscribers, failed } = useLoaderData<typeof loader>();
  const current = tabOf(useSearchParams()[0]);
  return (
    <AdminPage
      title="admin.messages.title"
      actions={
        <>
          {messages && <CsvLink path={href(tableCalls.messages)} names={MESSAGE_FILTERS} />}
          {subscribers && <CsvLink path={href(tableCalls.subscribers)} names={SUBSCRIBER_FILTERS} />}
        </>
      }
    >
      <nav aria-label={t('admin.messages.tabs')} className="flex flex-wrap gap-1 border-line border-b">
        {TABS.map((tab) => (
          <Tab key={tab} search={tab === 'contact' ? '' : `?tab=${tab}`} current={tab === current}>
            {t(`admin.messages.${tab}`)}
          </Tab>
        ))}
      </nav>
      {failed !== null && <ListFailed text={failed} />}
      {messages && <MessageTable messages={messages} />}
      {threads && <OfficeThreadTable threads={threads} />}
      {subscribers && <SubscriberTable subscribers={subscribers} />}
    </AdminPage>
  );
}

function Tab({ search, current, children }: { search: string; current: boolean; children: React.ReactNode }) {
  return (
    <Link
      to={{ search }}
      aria-current={current ? 'page' : undefined}
      className={`inline-flex min-h-11 items-center border-b-2 px-3 ${current ? 'border-action font-semibold' : 'border-transparent hover:text-link'}`}
    >
      {children}
    </Link>
  );
}
