import { withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { paths } from '#paths.ts';
import { readNews } from '../../model/kinds.ts';
import { textOfNews } from '../../model/notification-text.ts';
import type { NotificationDeps } from '../email-notifications.ts';
import {
  type DuePush,
  deleteSubscription,
  duePushes,
  MAX_FAILURES,
  noteDelivery,
  pushLater,
  type Subscription,
  subscriptionsOfPerson,
  takeDuePushes,
} from './push-store.ts';
import type { PushMessage, PushOutcome, SendPush } from './send-push.ts';

type PushDeps = Omit<NotificationDeps, 'siteOrigin'> & { send: SendPush };

/**
 * Pushes what is due to the browsers of each person: one push, however many events. If no browser could be reached, it is tried again later;
 * a browser that gets the same push again replaces the first one.
 */
export async function pushDueNotifications(
  deps: PushDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps;
  await workInTurn(await duePushes(pool, clock.now()), {
    pool,
    queue: 'pushes',
    work: async (personId) => {
      const due = await withTransaction(pool, (db) => takeDuePushes(db, personId, clock.now()));
      const message = messageOf(due);
      if (!message) return;
      const outcomes: PushOutcome[] = [];
      for (const subscription of await subscriptionsOfPerson(pool, personId))
        outcomes.push(await deliver(deps, subscription, message));
      if (outcomes.includes('failed') && !outcomes.includes('sent'))
        await pushLater(
          pool,
          due.map(({ id }) => id),
          clock.now(),
        );
    },
    onError,
    run,
  });
}

async function deliver(
  { pool, send }: PushDeps,
  subscription: Subscription,
  message: PushMessage,
): Promise<PushOutcome> {
  const outcome = await send(subscription, message).catch(() => 'failed' as const);
  const failures = outcome === 'sent' ? 0 : subscription.failures + 1;
  if (outcome === 'gone' || failures >= MAX_FAILURES) await deleteSubscription(pool, subscription.id);
  else await noteDelivery(pool, subscription.id, failures);
  return outcome;
}

function messageOf(due: readonly DuePush[]): PushMessage | null {
  const t = recipientTranslator();
  const texts = due.flatMap(({ kind, facts }) => {
    const news = readNews(kind, facts);
    return news ? [textOfNews(news, t)] : [];
  });
  const [newest] = texts;
  if (!newest) return null;
  if (texts.length === 1) return { title: newest.title, body: newest.lines.join('\n'), path: newest.path, tag: 'news' };
  return {
    title: t('notifications.many', { count: texts.length }),
    body: texts
      .map(({ title }) => title)
      .slice(0, 5)
      .join('\n'),
    path: paths.notifications,
    tag: 'news',
  };
}
