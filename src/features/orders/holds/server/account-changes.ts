import { issueProForma } from '#features/orders/billing/server/pro-forma.ts';
import type { OrderDeps } from '#features/orders/orders/server/order-deps.ts';
import { mailAccountChange, mailHold } from '#features/orders/orders/server/order-mails.ts';
import { lockOrder } from '#features/orders/orders/server/order-store.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { isNotResting, type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';

const BATCH = 50;
/** Days after its effect during which a change is processed. Later invoices name the new account. */
const LOOK_DAYS = 7;

const CHANGES = statement(`
  select 1 from bank_account_versions where version > 1
    and greatest(effective_at, canceled_at) > $1::timestamptz - make_interval(days => ${LOOK_DAYS}) limit 1`);
/** Unpaid orders whose newest invoice names an older account than the current or pending one. */
const UNTOLD = `
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
    and not exists (select 1 from account_notices n where n.order_id = o.id and n.version = v.version)`;
const WITHDRAWN = `
  select n.order_id as "orderId" from account_notices n join bank_account_versions v on v.version = n.version
  where n.withdrawn_at is null and v.canceled_at is not null`;
const OUTDATED = `
  select o.id as "orderId" from orders o where o.life = 'held' and (
    select bank_account_version from issued_documents
    where subject_kind = 'order' and subject_id = o.id and kind = 'pro_forma' order by id desc limit 1
  ) < (select max(version) from bank_account_versions where canceled_at is null and effective_at <= $1)`;

const TO_TELL = statement(`${UNTOLD} and ${isNotResting('account changes', 'o.id')} order by o.id limit ${BATCH}`);
const UNTOLD_ORDER = statement(`${UNTOLD} and o.id = $1 for update of o skip locked`);
const TELL = statement('insert into account_notices (order_id, version) values ($1, $2)');
const TO_WITHDRAW = statement(
  `${WITHDRAWN} and ${isNotResting('account changes canceled', 'n.order_id')} order by n.order_id limit ${BATCH}`,
);
const WITHDRAW = statement(`
  update account_notices n set withdrawn_at = $2 from bank_account_versions v
  where n.order_id = $1 and v.version = n.version and n.withdrawn_at is null and v.canceled_at is not null returning n.order_id`);
const TO_RENEW = statement(`${OUTDATED} and ${isNotResting('renewed invoices', 'o.id')} order by o.id limit ${BATCH}`);
const OUTDATED_ORDER = statement(`${OUTDATED} and o.id = $2 for update of o skip locked`);

type AccountChange = { orderId: number; number: string; accountEnd: string; effectiveAt: Date };
type Due = { orderId: number };

/**
 * Emails buyers whose open invoice names an account that will change, and again if the change is canceled. When it takes effect, renews the
 * pro-forma invoices of held orders. Each step and its email commit together.
 */
export async function followAccountChanges(
  deps: OrderDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool, clock } = deps.payments;
  const now = clock.now();
  if ((await rowsOf(pool, CHANGES, [now])).length === 0) return;
  const each = (queue: string, due: Due[], step: Step) =>
    workInTurn(due, {
      pool,
      queue,
      itemOf: ({ orderId }) => String(orderId),
      work: ({ orderId }) => withTransaction(pool, (db) => step(db, deps, orderId)),
      onError,
      run,
    });
  await each('account changes', await rowsOf<Due>(pool, TO_TELL, []), tell);
  await each('account changes canceled', await rowsOf<Due>(pool, TO_WITHDRAW, []), withdraw);
  await each('renewed invoices', await rowsOf<Due>(pool, TO_RENEW, [now]), renew);
}

type Step = (db: Queryable, deps: OrderDeps, orderId: number) => Promise<void>;

const tell: Step = async (db, deps, orderId) => {
  const [change] = await rowsOf<AccountChange & { version: number }>(db, UNTOLD_ORDER, [orderId]);
  if (!change) return;
  await rowsOf(db, TELL, [orderId, change.version]);
  await mailAccountChange(db, deps, orderId, change);
};

const withdraw: Step = async (db, deps, orderId) => {
  const withdrawn = await rowsOf(db, WITHDRAW, [orderId, deps.payments.clock.now()]);
  if (withdrawn.length > 0) await mailAccountChange(db, deps, orderId, null);
};

const renew: Step = async (db, deps, orderId) => {
  const { clock } = deps.payments;
  if ((await rowsOf(db, OUTDATED_ORDER, [clock.now(), orderId])).length === 0) return;
  await lockOrder(db, orderId);
  await mailHold(db, deps, orderId, 'renewed');
  await issueProForma(db, { documents: deps.documents, clock }, orderId, recipientTranslator().locale);
};
