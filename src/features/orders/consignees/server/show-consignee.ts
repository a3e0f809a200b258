import { isConsigneeLocked, maskedIdNumber } from '#features/orders/orders/model/consignee.ts';
import {
  type ConsigneeRow,
  consigneesOfOrder,
  currentConsignee,
  pendingConsignee,
} from '#features/orders/orders/server/consignee-store.ts';
import { findOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { answerOf, reasonText } from '#features/payments/server/api.ts';
import { loginBlocksUntil } from '#features/people/server/api.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { phoneFields } from '#lib/server/phone-number.ts';
import type {
  ConsigneeResponse,
  ConsigneeVersionResponse,
  OfficeConsigneeResponse,
  OrderConsigneeResponse,
} from '../model/consignee-contract.ts';
import type { ConsigneeDeps } from './change-consignee.ts';

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
