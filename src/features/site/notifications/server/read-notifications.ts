import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { readNews } from '../model/kinds.ts';
import type { NotificationResponse, NotificationsResponse } from '../model/notification-contract.ts';
import { textOfNews } from '../model/notification-text.ts';
import { countUnseen, findNotifications, markSeen, type NotificationRow } from './notification-store.ts';

const PAGE_SIZE = 30;

/** Returns a page of a user's notifications with ids below `before`, newest first. */
export async function readNotifications(
  db: Queryable,
  userId: number,
  before: number | undefined,
  t: Translator,
): Promise<NotificationsResponse> {
  const rows = await findNotifications(db, userId, before ?? null, PAGE_SIZE + 1);
  const shown = rows.slice(0, PAGE_SIZE);
  return {
    unseen: await countUnseen(db, userId),
    items: shown.flatMap((row) => toResponse(row, t)),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function readUnseen(db: Queryable, userId: number): Promise<{ unseen: number }> {
  return { unseen: await countUnseen(db, userId) };
}

export async function seeUpTo(db: Queryable, userId: number, upTo: number, now: Date): Promise<{ unseen: number }> {
  await markSeen(db, userId, upTo, now);
  return readUnseen(db, userId);
}

function toResponse({ id, kind, facts, at, seenAt }: NotificationRow, t: Translator): NotificationResponse[] {
  const news = readNews(kind, facts);
  if (!news) return [];
  const { title, lines, path } = textOfNews(news, t);
  return [{ id, kind, title, lines, link: path, at: at.toISOString(), seen: seenAt !== null }];
}
