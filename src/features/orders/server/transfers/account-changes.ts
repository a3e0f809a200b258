import { withTransaction } from '#lib/server/database/pool.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import type { OrderDeps } from '../order-deps.ts';
import { lockOrder } from '../order-store.ts';
import { issueProForma } from './pro-forma.ts';
import { mailAccountChange, mailHold } from './transfer-mails.ts';

const MAX_PER_ROUND = 50;
/** A change is looked at until so long after it took effect. Invoices issued since name the new account. */
const LOOK_DAYS = 7;

const CHANGES = statement(`
  select 1 from bank_account_versions where version > 1
    and greatest(effective_at, canceled_at) > $1::timestamptz - make_interval(days => ${LOOK_DAYS}) limit 1`);
/** An order that waits for money, and whose newest invoice names an older account than the one that is or will be in effect. */
const TO_TELL = statement(`
  select o.id as "orderId", v.version, d.number, right(old.account, 4) as "accountEnd", v.effective_at as "effectiveAt"
  from bank_account_versions v
  join orders o on o.life in ('held', 'active') join order_money m on m.order_id = o.id
  join lateral (
    select number, bank_account_version as version from issued_documents
    where subject_kind = 'order' and subject_id = o.id and kind in ('pro_forma', 'invoice') and bank_account_version is not null
    order by id desc limit 1
  ) as d on d.version < v.version
  join bank_account_versions old on old.version = d.version
  where v.version = (select max(version) from bank_account_versions where canceled_at is null)
    and m.owed_cents > m.received_cents + m.shortfall_cents
    and not exists (select 1 from account_notices n where n.order_id = o.id and n.version = v.version)
  order by o.id limit 1 for update of o skip locked`);
const TELL = statement('insert into account_notices (order_id, version) values ($1, $2)');
const WITHDRAW = statement(`
  update account_notices set withdrawn_at = $1 where withdrawn_at is null and (order_id, version) in (
    select n.order_id, n.version from account_notices n join bank_account_versions v on v.version = n.version
    where n.withdrawn_at is null and v.canceled_at is not null limit 1 for update of n skip locked
  ) returning order_id as "orderId"`);
const TO_RENEW = statement(`
  select o.id from orders o where o.life = 'held' and (
    select bank_account_version from issued_documents
    where subject_kind = 'order' and subject_id = o.id and kind = 'pro_forma' order by id desc limit 1
  ) < (select max(version) from bank_account_versions where canceled_at is null and effective_at <= $1)
  order by o.id limit 1 for update of o skip locked`);

export type AccountChange = { orderId: number; number: string; accountEnd: string; effectiveAt: Date };

/**
 * Emails buyers whose open invoice names an account that changes, and again if the change is canceled. When it takes effect, held orders get
 * a pro-forma invoice with the new account. Each step and its email commit together, so nobody is told twice.
 */
export async function followAccountChanges(deps: OrderDeps): Promise<void> {
  const { pool, clock } = deps.payments;
  if ((await rowsOf(pool, CHANGES, [clock.now()])).length === 0) return;
  for (const step of [tellNext, withdrawNext, renewNext])
    for (let count = 0; count < MAX_PER_ROUND; count++)
      if (!(await withTransaction(pool, (db) => step(db, deps)))) break;
}

type Step = (db: Queryable, deps: OrderDeps) => Promise<boolean>;

const tellNext: Step = async (db, deps) => {
  const [next] = await rowsOf<AccountChange & { version: number }>(db, TO_TELL, []);
  if (!next) return false;
  await rowsOf(db, TELL, [next.orderId, next.version]);
  await mailAccountChange(db, deps, next.orderId, next);
  return true;
};

const withdrawNext: Step = async (db, deps) => {
  const [next] = await rowsOf<{ orderId: number }>(db, WITHDRAW, [deps.payments.clock.now()]);
  if (!next) return false;
  await mailAccountChange(db, deps, next.orderId, null);
  return true;
};

const renewNext: Step = async (db, deps) => {
  const { clock } = deps.payments;
  const [next] = await rowsOf<{ id: number }>(db, TO_RENEW, [clock.now()]);
  if (!next) return false;
  await lockOrder(db, next.id);
  await mailHold(db, deps, next.id, 'renewed');
  await issueProForma(db, { documents: deps.documents, clock }, next.id, recipientTranslator().locale);
  return true;
};
