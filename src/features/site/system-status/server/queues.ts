import type pg from 'pg';
import { type Queryable, query, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { takeUnreported } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

type Queue = { queue: string; waiting: number; oldest: number };

const due = (queue: string, table: string, at: string, condition = 'true') =>
  `select '${queue}' as queue, count(*)::int as waiting, greatest(0, coalesce(extract(epoch from now() - min(${at})), 0))::float8 as oldest
   from ${table} where ${at} <= now() and ${condition}`;

/** Work that is due and that no worker has leased, with the seconds that the oldest has been due. */
export const readQueues = query<Queue>(
  [
    due(
      'mail',
      'mail_outbox',
      'next_attempt_at',
      'sent_at is null and failed_at is null and (locked_until is null or locked_until <= now())',
    ),
    due(
      'payments',
      '(select due_at from payments union all select capture_due_at from card_holds) as payments',
      'due_at',
    ),
    due('refunds', 'refunds', 'due_at', 'done_at is null and failed_at is null'),
    due('bookings', 'bookings', 'due_at'),
    due('bills', 'orders', 'bill_at'),
    due('documents', 'documents_to_render', 'due_at'),
  ].join(' union all '),
);

/** Administrators, who can see the system status. */
const OPERATORS = statement(
  "select name, email from admins where disabled_at is null and role = 'administrator' order by id",
);
const MOST_NAMED = 20;

/** Emails the administrators about work that fails again and again, once for each item. */
export async function reportFailures({ pool, siteOrigin }: { pool: pg.Pool; siteOrigin: string }): Promise<void> {
  await withTransaction(pool, async (db: Queryable) => {
    const stuck = await takeUnreported(db);
    if (stuck.length === 0) return;
    const t = recipientTranslator();
    const title = t('mail.stuckWork', { count: stuck.length });
    const lines = stuck
      .slice(0, MOST_NAMED)
      .map(({ queue, item, failures, error }) => t('mail.stuckWork.item', { queue, item, count: failures, error }));
    for (const { name, email } of await rowsOf<{ name: string; email: string }>(db, OPERATORS, [])) {
      const content = {
        title,
        paragraphs: [t('mail.greeting', { name }), t('mail.stuckWork.text'), lines.join('\n')],
        action: { label: t('mail.stuckWork.see'), url: siteOrigin + paths.systemStatus },
        footer: t('mail.footer'),
      };
      await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
    }
  });
}
