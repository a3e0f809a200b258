import { actingAdmin, audit, changesForAudit, PERSONAL } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import type { SubscribersQuery, SubscribersResponse } from '../../model/subscriber-contract.ts';
import { countConfirmed, findSubscribers, removeSubscriber } from '../../server/newsletter-store.ts';
import type { NewsletterDeps } from '../../server/subscribe.ts';

const PAGE_SIZE = 50;

/** Returns a page of subscribers and unconfirmed addresses, newest first. */
export async function listSubscribers(
  { pool }: Pick<NewsletterDeps, 'pool'>,
  { search, state, after }: SubscribersQuery,
  limit = PAGE_SIZE,
): Promise<SubscribersResponse> {
  const filters = { search, after, confirmed: state === undefined ? null : state === 'confirmed' };
  const [found, confirmed] = await Promise.all([findSubscribers(pool, filters, limit + 1), countConfirmed(pool)]);
  const items = found.slice(0, limit).map((subscriber) => ({
    id: subscriber.id,
    email: subscriber.email,
    state: stateOf(subscriber),
    createdAt: subscriber.createdAt.toISOString(),
  }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null, confirmed };
}

const stateOf = ({ confirmed }: { confirmed: boolean }) => (confirmed ? ('confirmed' as const) : ('waiting' as const));

/** Removes a subscriber and audits it. Throws `not_found` for an unknown id. */
export async function removeSubscriberByAdmin(
  { pool }: Pick<NewsletterDeps, 'pool'>,
  admin: SignedIn,
  id: number,
  origin: Origin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const removed = await removeSubscriber(db, id);
    if (!removed) throw new AppError('not_found', 'no such subscriber');
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'subscriber removed',
      subject: { kind: 'subscriber', id },
      details: changesForAudit(
        { email: removed.email, state: stateOf(removed) },
        { email: null, state: null },
        PERSONAL,
      ),
    });
  });
}
