import { data, Link, useLoaderData } from 'react-router';
import { fetchThread, threadActions } from '#features/conversations/threads/client/thread-client.ts';
import { ThreadHead, ThreadView } from '#features/conversations/threads/components/thread-view.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserAction, serverAction } from '#lib/pages/form-action.ts';
import { browserLoader, type LoadInput, loginPath, privateMeta, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton, TEXT_LINK } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

async function load({ api, params, url }: LoadInput) {
  const thread = await fetchThread(api, params.number ?? '', url.searchParams);
  return data({ thread, login: loginPath({ pathname: url.pathname, search: '' }) }, { status: thread ? 200 : 404 });
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = serverAction(threadActions, ['text']);
export const clientAction = browserAction(threadActions);
export const meta = privateMeta('threads.title', 'threads.about');

export default function Conversation() {
  const t = useTranslator();
  const { thread, login } = useLoaderData<typeof loader>();
  if (!thread) {
    return (
      <MessagePage title={t('threads.title')} text={t('threads.notFound')}>
        <LinkButton to={login} kind="action">
          {t('threads.login')}
        </LinkButton>
      </MessagePage>
    );
  }
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 py-8 md:px-8 md:py-12">
      <Link to={paths.conversations} className={`${TEXT_LINK} justify-self-start`}>
        {t('threads.all')}
      </Link>
      <ThreadHead thread={thread} role={thread.role === 'seller' ? 'seller' : 'buyer'} />
      <ThreadView thread={thread} />
    </div>
  );
}
