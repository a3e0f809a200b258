import { AppError } from '#lib/app-error.ts';
import { rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import { adminOf, type Caller } from '#lib/server/http/caller.ts';
import type { ScheduleBody, TimelineResponse } from '../model/shipment-contract.ts';
import { STEPS_OF } from '../model/step.ts';
import { lockShipment } from './event-store.ts';
import type { ShipmentDeps } from './shipment-party.ts';
import { idUsed, shipmentFor } from './shipment-party.ts';
import { toTimeline } from './timeline.ts';

const FURTHEST_MS = 2 * 365 * 86_400_000;

type Known = { orderId: number; step: string; owner: string; dueAt: Date; reason: string };
const FIND = statement(`
  select order_id as "orderId", step, owner, due_at as "dueAt", reason from order_schedule_changes where id = $1`);
const INSERT = statement(`
  insert into order_schedule_changes (id, order_id, step, owner, due_at, reason, admin_id) values ($1, $2, $3, $4, $5, $6, $7)`);

/**
 * Changes the due date and the owner of a step for one order and returns its timeline. Earlier changes stay stored. A repeated call has no
 * second effect; the same id with other content is refused.
 */
export function changeSchedule(
  { pool, clock }: ShipmentDeps,
  caller: Caller,
  orderId: number,
  { id, step, due_on: day, owner, reason }: ScheduleBody,
): Promise<TimelineResponse> {
  return withTransaction(pool, async (db) => {
    await lockShipment(db, `order ${orderId}`);
    const admin = adminOf(caller);
    const { shipment } = await shipmentFor(db, caller, orderId);
    const [facts] = shipment.cars.map((car) => car.facts);
    if (!facts || !STEPS_OF[facts.offer].includes(step))
      throw new AppError('malformed', `no step ${step} in this order`, {
        fields: { step: { messageKey: 'shipments.problem.notThisOrder' } },
      });
    // Noon is the same day in most time zones.
    const due = new Date(`${day}T12:00:00Z`);
    const [known] = await rowsOf<Known>(db, FIND, [id]);
    if (known) {
      const isSame =
        known.orderId === orderId && known.step === step && known.owner === owner && known.reason === reason;
      if (!isSame || known.dueAt.getTime() !== due.getTime()) throw idUsed(`change ${id}`);
    } else {
      if (facts.life === 'cancelled' || facts.life === 'completed')
        throw new AppError('conflict', 'the order has ended', { messageKey: 'shipments.ended' });
      if (due < facts.orderedAt || due.getTime() > clock.now().getTime() + FURTHEST_MS)
        throw new AppError('malformed', `no due date: ${day}`, {
          fields: { due_on: { messageKey: 'shipments.problem.dueDate' } },
        });
      await rowsOf(db, INSERT, [id, orderId, step, owner, due, reason, admin.id]);
    }
    const changed = await shipmentFor(db, caller, orderId);
    return toTimeline(db, changed.shipment, changed.party, clock.now());
  });
}
