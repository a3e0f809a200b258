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
const STATEMENTS = statement(`
  select count(*) as count, min(f.imported_at) as since
  from statements_to_confirm w join bank_statements s on s.id = w.statement_id join statement_files f on f.id = s.file_id
  where f.imported_at <= $1`);
const NOTE = statement(`
  with forgotten as (delete from office_reminders where day < $1::date - 30)
  insert into office_reminders (day) values ($1::date) on conflict do nothing returning day`);

type Waiting = { count: number; since: Date | null };

/** Emails finance about proposals and bank statements that wait for a second person for more than `afterDays`, once a day. */
export async function remindOffice({ pool, clock, siteOrigin, afterDays }: ReminderDeps): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - afterDays * 86_400_000);
  await withTransaction(pool, async (db) => {
    const [proposals] = await rowsOf<Waiting>(db, PROPOSALS, [before, now]);
    const [statements] = await rowsOf<Waiting>(db, STATEMENTS, [before]);
    if ((proposals?.count ?? 0) + (statements?.count ?? 0) === 0) return;
    if ((await rowsOf(db, NOTE, [dayOf(now)])).length === 0) return;
    const mail = reminderOf({ proposals, statements, afterDays, siteOrigin });
    for (const { name, email } of await peopleToTell(db)) await queueMail(db, { to: email, ...mail(name) });
  });
}

type Reminder = {
  proposals: Waiting | undefined;
  statements: Waiting | undefined;
  afterDays: number;
  siteOrigin: string;
};
type Part = { title: string; text: string; action: { label: string; url: string } };

function reminderOf({ proposals, statements, afterDays, siteOrigin }: Reminder) {
  const t = recipientTranslator();
  const dayText = (since: Date) => t.utcDay(since.toISOString());
  const parts: Part[] = [];
  if (proposals?.since)
    parts.push({
      title: t('mail.waitingProposals', { count: proposals.count }),
      text: t('mail.waitingProposals.text', { count: proposals.count, day: dayText(proposals.since) }),
      action: { label: t('mail.waitingProposals.see'), url: siteOrigin + paths.approvals },
    });
  if (statements?.since)
    parts.push({
      title: t('mail.waitingStatements', { count: statements.count }),
      text: t('mail.waitingStatements.text', { count: statements.count, day: dayText(statements.since) }),
      action: {
        label: t('mail.waitingStatements.see'),
        url: `${siteOrigin}${paths.bankStatements}?tab=statements&state=to_confirm`,
      },
    });
  const { title, action } = parts[0]!;
  return (name: string) => ({
    subject: title,
    ...composeMail(
      {
        title,
        paragraphs: [
          t('mail.greeting', { name }),
          ...parts.map(({ text }) => text),
          t('mail.waitingProposals.days', { days: afterDays }),
        ],
        action,
        footer: t('mail.footer.office'),
      },
      t,
    ),
  });
}
