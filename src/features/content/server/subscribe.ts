import type { Queryable } from '#platform/database/statement.ts';
import { insertSubscriber } from './newsletter-store.server.ts';

/** Takes an address up for the newsletter. Nothing is sent to it before its owner has confirmed. */
export async function subscribe(db: Queryable, email: string): Promise<void> {
  await insertSubscriber(db, email);
}
