import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../raw-postgres.ts';

const WITHIN_MS = 180_000;
/** Work of background jobs: payments that hold a car, refunds, documents, bills and emails. */
const UNFINISHED = `select
  (select count(*) from sale_claims join payments on payments.id = payment_id where state <> 'captured')::int as holds,
  (select count(*) from payments where state in ('created', 'authorised', 'capturing'))::int as payments,
  (select count(*) from refunds where done_at is null and failed_at is null)::int as refunds,
  (select count(*) from documents_to_render)::int as documents,
  (select count(*) from orders where bill_at <= now())::int as bills,
  (select count(*) from mail_outbox where sent_at is null and failed_at is null)::int as emails`;

export type Unfinished = Record<string, number>;

/** Waits at most three minutes for the jobs to finish. Returns the unfinished work and the duration. */
export async function untilSettled(ownerUrl: string): Promise<{ left: Unfinished; ms: number }> {
  for (const began = performance.now(); ; await wait(1_000)) {
    const [left = {}] = await ask<Unfinished>(ownerUrl, UNFINISHED, 20_000);
    const ms = performance.now() - began;
    const isSettled = Object.values(left).every((count) => count === 0);
    if (isSettled || ms > WITHIN_MS) return { left, ms };
  }
}
