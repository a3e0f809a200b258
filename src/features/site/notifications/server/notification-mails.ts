import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { readNews } from '../model/kinds.ts';
import { type NotificationText, textOfNews } from '../model/notification-text.ts';
import type { EmailedPerson, NotificationRow } from './notification-store.ts';
import { CONFIRM_DAYS } from './person-store.ts';

/** More events are only counted. The list on the site has them. */
const MAX_ITEMS = 20;

type Person = Pick<EmailedPerson, 'key' | 'userId' | 'emailedAt'> & { address: string };

/** Queues one email with all notifications. Returns false if this release can read none of them. */
export async function mailNotifications(
  db: Queryable,
  siteOrigin: string,
  person: Person,
  rows: readonly NotificationRow[],
): Promise<boolean> {
  const t = recipientTranslator();
  const texts = rows.flatMap(({ kind, facts }) => {
    const news = readNews(kind, facts);
    return news ? [textOfNews(news, t)] : [];
  });
  const [first] = texts;
  if (!first) return false;
  const topics = new Set(rows.map(({ topic }) => topic));
  const [topic = null] = topics.size === 1 ? topics : [];
  const stop = stopUrl(siteOrigin, person.key, topic);
  const subject =
    texts.length === 1 ? first.title : t('mail.notifications.many', { count: texts.length, first: first.title });
  const content = {
    title: subject,
    paragraphs: person.emailedAt === null ? [t('mail.notifications.first')] : [],
    items: texts.slice(0, MAX_ITEMS).map((text) => itemOf(text, siteOrigin, texts.length)),
    ...(texts.length > MAX_ITEMS && {
      action: { label: t('mail.notifications.all'), url: siteOrigin + paths.notifications },
    }),
    footer: t('mail.notifications.footer', { settings: settingsUrl(siteOrigin, person) }),
    unsubscribe: { label: t(topic === null ? 'mail.notifications.stop' : 'mail.notifications.stopTopic'), url: stop },
  };
  await queueMail(db, { to: person.address, subject, unsubscribeUrl: stop, ...composeMail(content, t) });
  return true;
}

/** The title of a single event is the title of the email already. */
const itemOf = ({ title, lines, path }: NotificationText, siteOrigin: string, count: number) => {
  const [first = title, ...others] = lines;
  const url = siteOrigin + path;
  return count === 1 ? { title: first, lines: others, url } : { title, lines, url };
};

/** People without an account change their saved searches with the key of the link. */
const settingsUrl = (siteOrigin: string, { key, userId }: Pick<Person, 'key' | 'userId'>) =>
  userId === null ? `${siteOrigin}${paths.savedSearches}?key=${key}` : siteOrigin + paths.notificationSettings;

function stopUrl(siteOrigin: string, key: string, topic: string | null): string {
  const query = new URLSearchParams({ token: key, ...(topic !== null && { topic }) });
  return `${siteOrigin}${paths.stopAlerts}?${query}`;
}

/** Emails the link that confirms an address, and says what was asked for. */
export async function mailConfirmAddress(
  db: Queryable,
  siteOrigin: string,
  { email, token, what }: { email: string; token: string; what: string },
): Promise<void> {
  const t: Translator = recipientTranslator();
  const subject = t('mail.notifications.confirm');
  const content = {
    title: subject,
    paragraphs: [
      t('mail.notifications.confirm.text', { what, days: CONFIRM_DAYS }),
      t('mail.notifications.confirm.ignore'),
    ],
    action: {
      label: t('mail.notifications.confirm.action'),
      url: `${siteOrigin}${paths.confirmAlerts}?token=${token}`,
    },
    footer: t('mail.notifications.confirm.footer'),
  };
  await queueMail(db, { to: email, subject, ...composeMail(content, t) });
}

/** Emails the link with which the owner of a confirmed address adds a search. @param query of the page of saved searches, with its key */
export async function mailAddSearch(
  db: Queryable,
  siteOrigin: string,
  { email, what, query }: { email: string; what: string; query: string },
): Promise<void> {
  const t = recipientTranslator();
  const subject = t('mail.notifications.add');
  const content = {
    title: subject,
    paragraphs: [t('mail.notifications.add.text', { what }), t('mail.notifications.add.ignore')],
    action: { label: t('mail.notifications.add.action'), url: `${siteOrigin}${paths.savedSearches}?${query}` },
    footer: t('mail.notifications.confirm.footer'),
  };
  await queueMail(db, { to: email, subject, ...composeMail(content, t) });
}
