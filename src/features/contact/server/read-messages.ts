import type { MessagesQuery, MessagesResponse } from '../model/message-contract.ts';
import { findMessages } from './contact-store.ts';
import type { ContactDeps } from './send-message.ts';

const MESSAGES_ON_A_PAGE = 25;

/** What people have written to us, newest first. */
export async function readMessages(
  { pool }: Pick<ContactDeps, 'pool'>,
  query: MessagesQuery,
  most = MESSAGES_ON_A_PAGE,
): Promise<MessagesResponse> {
  const found = await findMessages(pool, query, most + 1);
  const items = found
    .slice(0, most)
    .map(({ createdAt, ...message }) => ({ ...message, createdAt: createdAt.toISOString() }));
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
}
