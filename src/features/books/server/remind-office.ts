import type pg from 'pg';
import { peopleToTell } from '#features/operator/server/api.ts';
import { dayOf } from '#features/payments/model/calendar-day.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';

type ReminderDeps = { pool: pg.Pool; clock: Clock; siteOrigin: string; afterDays: number };
/** `since`: of the oldest; null if there are none. */
type Waiting = { count: number; cents: number; since: Date | null };

/** Refunds that people send, without those that a claim, a dispute, a hit of a watch list or a car that is away stops. */
const REFUNDS = statement(`
  select count(*) as count, coalesce(sum(r.amount_cents), 0)::bigint as cents, min(r.created_at) as since
  from refunds r join payments p on p.id = r.payment_id
  where p.method = 'bank_transfer' and r.done_at is null and r.failed_at is null and r.created_at <= $1
    and not exists (select from order_freezes f where f.order_id = p.order_id and f.ended_at is null)
    and not exists (select from watch_hits h where h.order_id = p.order_id and h.cleared_at is null)
    and not exists (select from order_returns b where b.order_id = p.order_id and b.returned_at is null and b.holds_refunds)`);
const PROPOSALS = statement(`
  select count(*) as count, 0::bigint as cents, min(proposed_at) as since from approvals
  where approved_at is null and canceled_at is null and expires_at > $2 and proposed_at <= $1`);
const NOTE = statement(`
  with forgotten as (delete from office_reminders where day < $1::date - 30)
  insert into office_reminders (day) values ($1::date) on conflict do nothing returning day`);

/** Emails finance about refunds by transfer and proposals, such as receipts of cash, that wait for more than `afterDays`, once a day. */
export async function remindOffice({ pool, clock, siteOrigin, afterDays }: ReminderDeps): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - afterDays * 86_400_000);
  await withTransaction(pool, async (db) => {
    const refunds = await waiting(db, REFUNDS, [before]);
    const proposals = await waiting(db, PROPOSALS, [before, now]);
    const count = refunds.count + proposals.count;
    if (count === 0 || (await rowsOf(db, NOTE, [dayOf(now)])).length === 0) return;
    const t = recipientTranslator();
    const title = t('mail.waitingWork', { count });
    for (const { name, email } of await peopleToTell(db)) {
      const content = {
        title,
        paragraphs: [
          t('mail.greeting', { name }),
          ...linesOf(t, refunds, proposals),
          t('mail.waitingWork.days', { days: afterDays }),
        ],
        action:
          refunds.count > 0
            ? { label: t('mail.waitingWork.see'), url: siteOrigin + paths.books }
            : { label: t('mail.waitingWork.see.proposals'), url: siteOrigin + paths.approvals },
        footer: t('mail.footer.office'),
      };
      await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
    }
  });
}

async function waiting(db: Queryable, query: typeof REFUNDS, values: Date[]): Promise<Waiting> {
  return (await rowsOf<Waiting>(db, query, values))[0] ?? { count: 0, cents: 0, since: null };
}

function linesOf(t: Translator, refunds: Waiting, proposals: Waiting): string[] {
  const facts = ({ count, cents, since }: Waiting) => ({
    count,
    amount: t.cents(cents),
    day: t.utcDay((since ?? new Date(0)).toISOString()),
  });
  return [
    ...(refunds.count > 0 ? [t('mail.waitingWork.refunds', facts(refunds))] : []),
    ...(proposals.count > 0 ? [t('mail.waitingWork.proposals', facts(proposals))] : []),
  ];
}
