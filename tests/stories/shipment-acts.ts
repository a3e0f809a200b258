import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { loadShipments } from '#features/shipping/server/api.ts';
import { positionOf, progressOf } from '#features/shipping/shipments/model/progress.ts';
import type { Certainty } from '#features/shipping/shipments/model/shipment-event.ts';
import { msFromNow, testNow } from '../support/runner/test-clock.ts';
import { postJson } from '../support/server/test-app.ts';
import type { Story } from './story.ts';

const HOUR_MS = 3_600_000;

/** The furthest completed step of each car of an order. */
export type Positions = Map<string, number>;

export async function readPositions(pool: pg.Pool, car: number): Promise<Positions> {
  const { rows } = await pool.query<{ id: number }>('select order_id as id from order_cars where listing_id = $1', [
    car,
  ]);
  const positions: Positions = new Map();
  const shipments = await loadShipments(
    pool,
    rows.map(({ id }) => id),
  );
  for (const { orderId, cars } of shipments.values())
    for (const { listingId, facts } of cars)
      positions.set(`order ${orderId}, car ${listingId}`, positionOf(progressOf(facts, testNow())));
  return positions;
}

/** Returns the cars that have moved back from their furthest step. */
export function comparePositions(furthest: Positions, now: Positions): string[] {
  return [...furthest].flatMap(([car, position]) => {
    const at = now.get(car) ?? -1;
    return at < position ? [`${car} moved back from step ${position} to ${at}`] : [];
  });
}

/** The steps of the cars of each story after its last act. */
const positions = new WeakMap<Story, Positions>();

/** Returns the cars of a story that have moved back since its last act. */
export async function movedBack(story: Story): Promise<string[]> {
  const now = await readPositions(story.world.pool, story.car);
  const before = positions.get(story) ?? now;
  positions.set(story, now);
  return comparePositions(before, now);
}

export type Told = { step: string; certainty: Certainty; hoursAgo: number };
type Report = { order: number; body: { id: string } };
/** Waiting and confirmed reports of the devices in each story. */
const waiting = new WeakMap<Story, Told[]>();
const reported = new WeakMap<Story, Report[]>();
const REPORTS_AFTER_AN_ACT = 3;

export function willReport(story: Story, told: Told[]): void {
  waiting.set(story, [...told]);
}

const tell = ({ world }: Story, { order, body }: Report) =>
  postJson(world.app, `/api/orders/${order}/events`, body, { cookie: world.admin.cookie });

/** Devices send their next reports about an order, late and out of order. Throws if a car moves back. */
export async function sendReports(story: Story, order: number): Promise<void> {
  for (const { step, certainty, hoursAgo } of waiting.get(story)?.splice(0, REPORTS_AFTER_AN_ACT) ?? []) {
    const at = msFromNow(-hoursAgo * HOUR_MS).toISOString();
    const report = { order, body: { id: randomUUID(), step, certainty, happens_at: at, captured_at: at } };
    const { status, body } = await tell(story, report);
    if (status === 200) reported.set(story, [...(reported.get(story) ?? []), report]);
    else if (status !== 409) throw new Error(`the report of ${step} got ${status} ${JSON.stringify(body)}`);
    const problems = await movedBack(story);
    if (problems.length > 0) throw new Error(`after the report of ${step} as ${certainty}: ${problems.join('; ')}`);
  }
}

/** Devices repeat all reports, because answers were lost. Each counts once, in any state of its order. */
export async function sendAgain(story: Story): Promise<void> {
  for (const report of reported.get(story) ?? []) {
    const { status, body } = await tell(story, report);
    if (status !== 200 || !body.repeated) throw new Error(`a repeated report got ${status} ${JSON.stringify(body)}`);
  }
}
