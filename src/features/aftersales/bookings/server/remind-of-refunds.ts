import type pg from 'pg';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { RefundStep } from '#features/payments/payments/model/payment.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';

/** Steps at which a refund waits for finance or the buyer. */
const STEPS = ['account', 'account_waits', 'ready'] as const satisfies RefundStep[];
type WaitingStep = (typeof STEPS)[number];
const LATE = `refunds_to_send where since <= now() - make_interval(days => $1::int) and step in (${STEPS.map((step) => `'${step}'`).join(', ')})`;
/** People in finance, or administrators if there are none. */
const PEOPLE = statement(`
  select a.id, a.name, a.email from admins a left join refund_reminders m on m.admin_id = a.id
  where a.disabled_at is null and (m.admin_id is null or m.mailed_at <= now() - interval '1 day')
    and (a.role = 'finance' or (a.role = 'administrator'
      and not exists (select 1 from admins f where f.role = 'finance' and f.disabled_at is null)))
    and exists (select 1 from ${LATE}) and ${isNotResting('refund reminders', 'a.id')}
  order by a.id`);
const TAKE = statement(`
  insert into refund_reminders (admin_id) values ($1)
  on conflict (admin_id) do update set mailed_at = now() where refund_reminders.mailed_at <= now() - interval '1 day'
  returning admin_id`);
const REFUNDS = statement(`select order_id as id, cents, step, since from ${LATE} order by since, order_id`);
const MOST_NAMED = 20;

type Person = { id: number; name: string; email: string };
type Late = { id: number; cents: number; step: WaitingStep; since: Date };

/** Emails finance about refunds by transfer that were asked for more than `days` ago and not sent, each person once a day. */
export async function remindOfRefunds(
  { pool, siteOrigin, days }: { pool: pg.Pool; siteOrigin: string; days: number },
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  await workInTurn(await rowsOf<Person>(pool, PEOPLE, [days]), {
    pool,
    queue: 'refund reminders',
    itemOf: ({ id }) => String(id),
    work: (person) =>
      withTransaction(pool, async (db) => {
        if ((await rowsOf(db, TAKE, [person.id])).length > 0) await mailLate(db, siteOrigin, person, days);
      }),
    onError,
    run,
  });
}

async function mailLate(db: Queryable, siteOrigin: string, { name, email }: Person, days: number): Promise<void> {
  const late = await rowsOf<Late>(db, REFUNDS, [days]);
  if (late.length === 0) return;
  const t = recipientTranslator();
  const total = late.reduce((sum, { cents }) => sum + cents, 0);
  const title = t('mail.lateRefunds', { count: late.length, amount: t.cents(total) });
  const lines = late.slice(0, MOST_NAMED).map(({ id, cents, step, since }) =>
    t('mail.lateRefunds.item', {
      number: orderNumber(id),
      amount: t.cents(cents),
      day: t.utcDay(since.toISOString()),
      step,
    }),
  );
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name }), t('mail.lateRefunds.text', { days }), lines.join('\n')],
    action: { label: t('mail.lateRefunds.see'), url: `${siteOrigin}${paths.adminOrders}?queue=refund` },
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
}
