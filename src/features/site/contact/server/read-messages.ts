import type { MessagesQuery, MessagesResponse } from '../model/message-contract.ts';
import { countOpen, findMessages, repliesTo } from './message-store.ts';
import type { ContactDeps } from './send-message.ts';

const PAGE_SIZE = 25;

/** Returns a page of contact messages with their answers, newest first. */
export async function readMessages(
  { pool }: Pick<ContactDeps, 'pool'>,
  query: MessagesQuery,
  limit = PAGE_SIZE,
): Promise<MessagesResponse> {
  const found = await findMessages(pool, query, limit + 1);
  const page = found.slice(0, limit);
  const replies = await repliesTo(
    pool,
    page.map(({ id }) => id),
  );
  const items = page.map(({ createdAt, ...message }) => ({
    ...message,
    createdAt: createdAt.toISOString(),
    replies: replies
      .filter(({ message_id: of }) => of === message.id)
      .map(({ by, text, created_at: at }) => ({ by, text, at: at.toISOString() })),
  }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null, open: await countOpen(pool) };
}
