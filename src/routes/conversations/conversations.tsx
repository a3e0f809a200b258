import { useLoaderData } from 'react-router';
import { fetchThreads } from '#features/conversations/threads/client/thread-client.ts';
import { Inbox } from '#features/conversations/threads/components/thread-list.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';

const load = requireUser(async ({ api, url }: LoadInput) => ({ list: await fetchThreads(api, url.searchParams) }));
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = privateMeta('threads.title', 'threads.about');

export default function Conversations() {
  const t = useTranslator();
  const { list } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <div className="grid gap-2">
        <h1 className="text-2xl">{t('threads.title')}</h1>
        <p className="text-ink-soft">{t('threads.about')}</p>
      </div>
      <Inbox list={list} />
    </div>
  );
}
