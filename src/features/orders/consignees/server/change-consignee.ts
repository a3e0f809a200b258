import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import { issueProForma } from '#features/orders/billing/server/pro-forma.ts';
import { CONSIGNEE_WAIT_MS, type Consignee, isConsigneeLocked } from '#features/orders/orders/model/consignee.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import { insertConsignee, pendingConsignee } from '#features/orders/orders/server/consignee-store.ts';
import { mailHold } from '#features/orders/orders/server/order-mails.ts';
import { findOrder, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { askOrder, checkDestination, type NamedCountry, recordAnswers } from '#features/payments/server/api.ts';
import {
  type AccountDeps,
  actingUser,
  audit,
  consumeCode,
  countCode,
  createCode,
  type GuardedChange,
  loginBlocksUntil,
  proveChange,
  refusedField,
} from '#features/people/server/api.ts';
import { canonicalJson, type DocumentDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import { phoneNumber } from '#lib/server/phone-number.ts';
import type { ConsigneeBody } from '../model/consignee-contract.ts';
import { mailCode, mailPendingConsignee } from './consignee-mails.ts';
import { screenOrder } from './screen-orders.ts';

export type ConsigneeDeps = {
  pool: pg.Pool;
  clock: Clock;
  siteOrigin: string;
  accounts: AccountDeps;
  documents: DocumentDeps;
  /** Decide whether the cars may be imported where the consignee is. */
  rules: RuleBookCache;
};

/** Limits changes, because each issues a document. */
const NAMINGS: Limit = { uses: 10, inSeconds: 3_600, messageKey: 'orders.consignee.tooManyTries' };

type Typed = Omit<ConsigneeBody, 'password' | 'code'>;

const namedCountry = ({ country, shown_light, buying_for }: Typed): NamedCountry => ({
  country,
  shown_light,
  buying_for,
});

function consigneeOfBody({ name, address, id_number, country, phone: typed, notify_party }: Typed): Consignee {
  const phone = phoneNumber(typed, [country]);
  if (phone === null) throw refusedField('phone', 'orders.consignee.invalid');
  return { name, address, idNumber: id_number ?? '', country, phone, notifyParty: notify_party ?? '' };
}

/** A code confirms exactly this consignee. */
const changeOf = (orderId: number, consignee: Consignee): GuardedChange => ({
  change: `consignee of order ${orderId}`,
  content: canonicalJson({ ...consignee }),
});

/** Throws unless the user may change the consignee of this order now. */
async function checkChangeable(db: Queryable, order: Order | null, userId: number, now: Date): Promise<Order> {
  if (order?.userId !== userId) throw orderNotFound();
  await askOrder(db, order.id, 'change_consignee', { now });
  if (await pendingConsignee(db, order.id)) {
    throw new AppError('conflict', 'a change is pending', { messageKey: 'orders.consignee.pendingFirst' });
  }
  const until = isConsigneeLocked(order) ? await loginBlocksUntil(db, userId, now) : null;
  if (until) {
    throw new AppError('conflict', 'the login was changed', {
      write: (t) => t('orders.consignee.blocked', { time: t.utcTime(until) }),
    });
  }
  return order;
}

/** Emails the buyer a code that confirms exactly this consignee. */
export async function sendConsigneeCode(
  { pool, clock, rules }: ConsigneeDeps,
  user: SignedIn,
  orderId: number,
  body: Typed,
  origin: Origin,
): Promise<void> {
  const order = await checkChangeable(pool, await findOrder(pool, orderId), user.id, clock.now());
  await checkDestination(
    pool,
    { book: await rules.newest(), clock },
    order,
    namedCountry(body),
    'orders.consignee.prohibited',
  );
  await countCode(pool, user.id);
  const consignee = consigneeOfBody(body);
  await withTransaction(pool, async (db) => {
    const code = await createCode(db, changeOf(orderId, consignee), clock.now());
    await mailCode(db, order, consignee, code);
    const subject = { kind: 'order', id: orderId };
    await audit(db, origin, { actor: actingUser(user.id), action: 'consignee code sent', subject });
  });
}

/**
 * Names the consignee of an order. Before money has arrived, the change takes effect immediately and renews the pro-forma invoice. Later it
 * needs the password and an emailed code, waits a day, and is emailed to every party.
 */
export async function changeConsignee(
  deps: ConsigneeDeps,
  user: SignedIn,
  orderId: number,
  body: ConsigneeBody,
  origin: Origin,
  locale: string,
): Promise<void> {
  const { pool, clock, siteOrigin, rules } = deps;
  const seen = await checkChangeable(pool, await findOrder(pool, orderId), user.id, clock.now());
  const consignee = consigneeOfBody(body);
  if (!isConsigneeLocked(seen)) await countAttempt(pool, `consignees named by user ${user.id}`, NAMINGS);
  // Outside the transaction, because reading the rules takes another connection.
  const book = await rules.newest();
  const proof = isConsigneeLocked(seen)
    ? await proveChange(deps.accounts, user, changeOf(orderId, consignee), body, clock.now(), origin)
    : null;
  await withTransaction(pool, async (db) => {
    const madeAt = clock.now();
    const order = await checkChangeable(db, await lockOrder(db, orderId), user.id, madeAt);
    const isLocked = isConsigneeLocked(order);
    const answers = await checkDestination(
      db,
      { book, clock },
      order,
      namedCountry(body),
      'orders.consignee.prohibited',
    );
    if (isLocked) {
      // The deposit may have arrived since the order was read.
      if (!proof) throw refusedField('code', 'account.change.codeNeeded');
      await consumeCode(db, proof);
    }
    const effectiveAt = new Date(madeAt.getTime() + (isLocked ? CONSIGNEE_WAIT_MS : 0));
    const id = await insertConsignee(db, orderId, { ...consignee, isLocked, madeAt, effectiveAt });
    await recordAnswers(db, { siteOrigin, id: orderId, number: orderNumber(orderId) }, 'consignee', answers);
    await screenOrder(db, orderId, user.id);
    if (isLocked) await mailPendingConsignee(db, siteOrigin, order, { ...consignee, id, effectiveAt });
    await audit(db, origin, {
      actor: actingUser(user.id),
      action: isLocked ? 'consignee change asked' : 'consignee changed',
      subject: { kind: 'order', id: orderId },
      details: { consignee: id, country: consignee.country, effectiveAt: effectiveAt.toISOString() },
    });
    if (isLocked) return;
    await mailHold(db, deps, orderId, 'changed');
    await issueProForma(db, deps, orderId, locale);
  });
}
