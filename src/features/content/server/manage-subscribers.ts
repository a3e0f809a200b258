import { actingAdmin, audit } from '#features/accounts/server/audit.ts';
import { AppError } from '#platform/app-error.ts';
import { withTransaction } from '#platform/database/pool.ts';
import type { Origin, SignedIn } from '#platform/http/caller.ts';
import type { SubscribersAnswer, SubscribersQuery } from '../managed-subscribers-contract.ts';
import { countConfirmed, findSubscribers, removeSubscriber } from './newsletter-store.server.ts';
import type { NewsletterTools } from './subscribe.ts';

const SUBSCRIBERS_ON_A_PAGE = 50;

/** Who gets the newsletter or has asked for it, newest first. */
export async function listSubscribers(
  { pool }: Pick<NewsletterTools, 'pool'>,
  { search, state, after }: SubscribersQuery,
  most = SUBSCRIBERS_ON_A_PAGE,
): Promise<SubscribersAnswer> {
  const filters = { search, after, confirmed: state === undefined ? null : state === 'confirmed' };
  const [found, confirmed] = await Promise.all([findSubscribers(pool, filters, most + 1), countConfirmed(pool)]);
  const items = found.slice(0, most).map((subscriber) => ({
    id: subscriber.id,
    email: subscriber.email,
    state: subscriber.confirmed ? ('confirmed' as const) : ('waiting' as const),
    createdAt: subscriber.createdAt.toISOString(),
  }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null, confirmed };
}

/** Takes an address off the list, for somebody who asks us to. */
export async function dropSubscriber(
  { pool }: Pick<NewsletterTools, 'pool'>,
  admin: SignedIn,
  id: number,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    if (!(await removeSubscriber(db, id))) throw new AppError('not_found', 'no such subscriber');
    const subject = { kind: 'subscriber', id };
    await audit(db, origin, { actor: actingAdmin(admin.id), action: 'subscriber removed', subject });
  });
}
