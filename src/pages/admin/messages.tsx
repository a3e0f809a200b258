import '#generated/words/en-admin.ts';
import { Link, useLoaderData } from 'react-router';
import { adminMeta } from '#features/accounts/admin-meta.ts';
import { adminGuarded } from '#features/accounts/guarded.ts';
import { fetchMessages, MESSAGE_FILTERS } from '#features/contact/admin-messages.ts';
import { MessageTable } from '#features/contact/components/admin/message-table.tsx';
import { fetchSubscribers, removeSubscriber, SUBSCRIBER_FILTERS } from '#features/content/admin-subscribers.ts';
import { SubscriberTable } from '#features/content/components/admin/subscriber-table.tsx';
import { actInBrowser, actOnServer, byForm } from '#platform/pages/act.ts';
import { type LoadInput, loadInBrowser, loadOnServer } from '#platform/pages/load.ts';
import { useWords } from '#platform/words/words-context.tsx';
import { AdminHead } from '#ui/admin/admin-head.tsx';
import { CsvLink } from '#ui/admin/csv-link.tsx';
import { paths } from '../paths.ts';

const NEWSLETTER = 'newsletter';

const load = adminGuarded(async (input: LoadInput) => {
  const newsletter = input.url.searchParams.get('tab') === NEWSLETTER;
  if (newsletter) return { messages: null, subscribers: await fetchSubscribers(input) };
  return { messages: await fetchMessages(input), subscribers: null };
});
const act = adminGuarded(byForm({ remove: removeSubscriber }));
export const loader = loadOnServer(load);
export const clientLoader = loadInBrowser(load);
export const action = actOnServer(act);
export const clientAction = actInBrowser(act);
export const meta = adminMeta(paths.adminMessages, 'admin.messages.title');

export default function Messages() {
  const t = useWords();
  const { messages, subscribers } = useLoaderData<typeof loader>();
  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHead title={t('admin.messages.title')}>
        {messages && <CsvLink path="/api/admin/messages/csv" names={MESSAGE_FILTERS} />}
        {subscribers && <CsvLink path="/api/admin/subscribers/csv" names={SUBSCRIBER_FILTERS} />}
      </AdminHead>
      <nav aria-label={t('admin.messages.tabs')} className="flex gap-1 border-line border-b">
        <Tab search="" current={messages !== null}>
          {t('admin.messages.contact')}
        </Tab>
        <Tab search={`?tab=${NEWSLETTER}`} current={subscribers !== null}>
          {t('admin.messages.newsletter')}
        </Tab>
      </nav>
      {messages && <MessageTable messages={messages} />}
      {subscribers && <SubscriberTable subscribers={subscribers} />}
    </div>
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
