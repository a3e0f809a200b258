import type pg from 'pg';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import { issueProForma } from '#features/orders/billing/server/pro-forma.ts';
import type {
  ConsigneeBody,
  ConsigneeResponse,
  ConsigneeVersionResponse,
  OfficeConsigneeResponse,
  OrderConsigneeResponse,
} from '#features/orders/consignees/model/consignee-contract.ts';
import {
  CONSIGNEE_WAIT_MS,
  type Consignee,
  isConsigneeLocked,
  maskedIdNumber,
} from '#features/orders/orders/model/consignee.ts';
import { type Order, orderNumber } from '#features/orders/orders/model/order.ts';
import {
  type CancelingParty,
  type ConsigneeRow,
  consigneesOfOrder,
  currentConsignee,
  deleteCancelLinks,
  dueConsignees,
  findByCancelLink,
  insertConsignee,
  markApplied,
  markCanceled,
  pendingConsignee,
} from '#features/orders/orders/server/consignee-store.ts';
import { mailHold } from '#features/orders/orders/server/order-mails.ts';
import { findOrder, isSellerOf, lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import {
  answerOf,
  askOrder,
  checkDestination,
  type NamedCountry,
  reasonText,
  recordAnswers,
} from '#features/payments/server/api.ts';
import {
  type AccountDeps,
  actingAdmin,
  actingSystem,
  actingUser,
  actingVisitor,
  audit,
  consumeCode,
  countCode,
  createCode,
  deleteDeadCodes,
  done,
  type GuardedChange,
  loginBlocksUntil,
  type Outcome,
  proveChange,
  refused,
  refusedField,
} from '#features/people/server/api.ts';
import { canonicalJson, type DocumentDeps } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { countAttempt, type Limit } from '#lib/server/http/rate-limit.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { phoneFields, phoneNumber } from '#lib/server/phone-number.ts';
import { hashOfToken } from '#lib/server/session/secret-token.ts';
import { mailCode, mailConsigneeEnd, mailPendingConsignee } from './consignee-mails.ts';
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

type Canceler = { party: CancelingParty; actor: Parameters<typeof audit>[2]['actor']; origin: Origin };
const SYSTEM_ORIGIN: Origin = { ip: '', userAgent: '', requestId: '' };

/** Cancels the pending change `id` of a locked order and emails every party. Returns false if it is not pending. */
async function cancelPending(
  db: Queryable,
  order: Order,
  id: number,
  now: Date,
  { party, actor, origin }: Canceler,
): Promise<boolean> {
  const change = await pendingConsignee(db, order.id);
  if (change?.id !== id || !(await markCanceled(db, id, now, party))) return false;
  await deleteCancelLinks(db, id);
  await mailConsigneeEnd(db, order, change, party);
  const subject = { kind: 'order', id: order.id };
  await audit(db, origin, { actor, action: 'consignee change canceled', subject, details: { consignee: id, party } });
  return true;
}

async function cancelOfOrder(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  orderId: number,
  by: Canceler,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const change = order && (await pendingConsignee(db, orderId));
    if (!change || !(await cancelPending(db, order, change.id, clock.now(), by)))
      throw new AppError('conflict', 'no pending consignee', { messageKey: 'orders.consignee.notPending' });
  });
}

/** Cancels the pending change of an order as its buyer or a seller of its cars. */
export async function cancelConsignee(
  deps: ConsigneeDeps,
  userId: number,
  orderId: number,
  origin: Origin,
): Promise<void> {
  const order = await findOrder(deps.pool, orderId);
  const isBuyer = order?.userId === userId;
  const isSeller = !isBuyer && (await isSellerOf(deps.pool, orderId, userId));
  if (!isBuyer && !isSeller) throw orderNotFound();
  await cancelOfOrder(deps, orderId, { party: isBuyer ? 'buyer' : 'seller', actor: actingUser(userId), origin });
}

export async function cancelConsigneeByOffice(
  deps: { pool: pg.Pool; clock: Clock },
  adminId: number,
  orderId: number,
  origin: Origin,
): Promise<void> {
  if (!(await findOrder(deps.pool, orderId))) throw orderNotFound();
  await cancelOfOrder(deps, orderId, { party: 'admin', actor: actingAdmin(adminId), origin });
}

/** Cancels a change by an emailed link. Links of ended changes are dead. */
export async function cancelConsigneeByLink(
  { pool, clock }: ConsigneeDeps,
  token: string,
  origin: Origin,
): Promise<Outcome> {
  const tokenHash = hashOfToken(token);
  const link = tokenHash && (await findByCancelLink(pool, tokenHash));
  if (!link) return refused('orders.consignee.linkDead');
  const { id, orderId, party } = link;
  return withTransaction(pool, async (db) => {
    const order = await lockOrder(db, orderId);
    const isCanceled =
      order && (await cancelPending(db, order, id, clock.now(), { party, actor: actingVisitor, origin }));
    return isCanceled ? done('orders.consignee.canceled') : refused('orders.consignee.linkDead');
  });
}

/**
 * Applies changes whose waiting day is over. Cancels a change if its order has ended or has a bill of lading, or if the buyer's login was
 * changed since, because the account may be stolen.
 */
export async function applyDueConsignees(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  await workInTurn(await dueConsignees(pool, clock.now()), {
    pool,
    queue: 'consignees',
    itemOf: ({ id }) => String(id),
    work: ({ id, orderId }) => withTransaction(pool, (db) => applyDue(db, orderId, id, clock.now())),
    onError,
    run,
  });
  await deleteDeadCodes(pool);
}

async function applyDue(db: Queryable, orderId: number, id: number, now: Date): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) throw new Error(`consignee ${id} has no order`);
  const { answer } = await answerOf(db, orderId, 'change_consignee', now);
  const isChecked = answer.may === 'no' && answer.why === 'checked';
  const isClosed = answer.may !== 'yes' && !isChecked;
  if (isClosed || (await loginBlocksUntil(db, order.userId, now))) {
    await cancelPending(db, order, id, now, { party: 'system', actor: actingSystem, origin: SYSTEM_ORIGIN });
    return;
  }
  if (isChecked) return;
  const change = await pendingConsignee(db, orderId);
  if (change?.id !== id || !(await markApplied(db, id, now))) return;
  await deleteCancelLinks(db, id);
  await mailConsigneeEnd(db, order, change, null);
  const subject = { kind: 'order', id: orderId };
  await audit(db, SYSTEM_ORIGIN, {
    actor: actingSystem,
    action: 'consignee changed',
    subject,
    details: { consignee: id },
  });
}

function toResponse({ name, address, idNumber, country, phone, notifyParty, ...row }: ConsigneeRow): ConsigneeResponse {
  const { mobile, mobileWritten } = phoneFields(phone);
  return {
    name,
    address,
    id_number: maskedIdNumber(idNumber),
    country,
    phone: mobile ?? '',
    phone_written: mobileWritten ?? '',
    notify_party: notifyParty,
    made_at: row.madeAt.toISOString(),
    effective_at: row.effectiveAt.toISOString(),
  };
}

/** Returns the consignee of a user's order. Throws `not_found` for orders of other users. */
export async function showConsignee(
  { pool: db, clock }: Pick<ConsigneeDeps, 'pool' | 'clock'>,
  userId: number,
  orderId: number,
  t: Translator,
): Promise<OrderConsigneeResponse> {
  const order = await findOrder(db, orderId);
  if (order?.userId !== userId) throw orderNotFound();
  const [current, pending] = [await currentConsignee(db, order.id), await pendingConsignee(db, order.id)];
  const isLocked = isConsigneeLocked(order);
  const until = isLocked ? await loginBlocksUntil(db, order.userId, clock.now()) : null;
  const { facts, answer } = await answerOf(db, order.id, 'change_consignee', clock.now());
  return {
    current: current && toResponse(current),
    pending: pending && toResponse(pending),
    is_locked: isLocked,
    blocked_until: until?.toISOString() ?? null,
    closed: answer.may === 'yes' ? null : reasonText(t, 'change_consignee', answer.why, facts),
  };
}

/** Returns all consignee versions of an order for the back office. */
export async function consigneesForOffice(db: Queryable, orderId: number): Promise<OfficeConsigneeResponse> {
  if (!(await findOrder(db, orderId))) throw orderNotFound();
  const current = await currentConsignee(db, orderId);
  const rows = await consigneesOfOrder(db, orderId);
  return {
    items: rows.map((row) => ({
      ...toResponse(row),
      state: stateOf(row, current?.id ?? null),
      ended_at: row.canceledAt?.toISOString() ?? null,
      canceled_by: row.canceledBy,
    })),
  };
}

function stateOf(
  { id, appliedAt, canceledAt }: ConsigneeRow,
  currentId: number | null,
): ConsigneeVersionResponse['state'] {
  if (canceledAt) return 'canceled';
  if (!appliedAt) return 'waiting';
  return id === currentId ? 'in_effect' : 'replaced';
}
