import type { MessagesQuery, MessagesResponse } from '../model/message-contract.ts';
import { findMessages } from './contact-store.ts';
import type { ContactDeps } from './send-message.ts';

const PAGE_SIZE = 25;

/** Returns a page of contact messages, newest first. */
export async function readMessages(
  { pool }: Pick<ContactDeps, 'pool'>,
  query: MessagesQuery,
  limit = PAGE_SIZE,
): Promise<MessagesResponse> {
  const found = await findMessages(pool, query, limit + 1);
  const items = found
    .slice(0, limit)
    .map(({ createdAt, ...message }) => ({ ...message, createdAt: createdAt.toISOString() }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
}
