import type pg from 'pg';
import { dayOf } from '#features/payments/payments/model/calendar-day.ts';
import { peopleToTell } from '#features/site/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

type ReminderDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string; afterDays: number };

const PROPOSALS = statement(`
  select count(*) as count, min(proposed_at) as since from approvals
  where approved_at is null and canceled_at is null and expires_at > $2 and proposed_at <= $1`);
const NOTE = statement(`
  with forgotten as (delete from office_reminders where day < $1::date - 30)
  insert into office_reminders (day) values ($1::date) on conflict do nothing returning day`);

/** Emails finance about proposals, such as receipts of cash, that wait for a second person for more than `afterDays`, once a day. */
export async function remindOffice({ pool, clock, siteOrigin, afterDays }: ReminderDeps): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - afterDays * 86_400_000);
  await withTransaction(pool, async (db) => {
    const [waiting] = await rowsOf<{ count: number; since: Date | null }>(db, PROPOSALS, [before, now]);
    if (!waiting?.since || (await rowsOf(db, NOTE, [dayOf(now)])).length === 0) return;
    const t = recipientTranslator();
    const { count, since } = waiting;
    const title = t('mail.waitingProposals', { count });
    for (const { name, email } of await peopleToTell(db)) {
      const content = {
        title,
        paragraphs: [
          t('mail.greeting', { name }),
          t('mail.waitingProposals.text', { count, day: t.utcDay(since.toISOString()) }),
          t('mail.waitingProposals.days', { days: afterDays }),
        ],
        action: { label: t('mail.waitingProposals.see'), url: siteOrigin + paths.approvals },
        footer: t('mail.footer.office'),
      };
      await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
    }
  });
}
