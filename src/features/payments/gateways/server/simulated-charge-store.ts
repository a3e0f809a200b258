import { isCheckViolation, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { SimulatedCharges, SimulatedDisputes } from '#lib/server/database/rows.ts';
import type { Charge, ChargeState, GatewayDispute } from '../model/charge.ts';

type Row = Pick<SimulatedCharges, 'state' | 'card_brand' | 'card_last4'>;

const INSERT = statement(`
  insert into simulated_charges (key, amount_cents, state, card_brand, card_last4) values ($1, $2, $3, $4, $5)
  on conflict (key) do nothing returning state, card_brand, card_last4`);
const FIND = statement('select state, card_brand, card_last4 from simulated_charges where key = $1');
const TRANSITION = statement(`
  update simulated_charges set state = $3, changed_at = now(), amount_cents = coalesce($4, amount_cents) where key = $1 and state = $2
  returning state, card_brand, card_last4`);

/** Inserts a charge unless the key exists; returns the stored charge either way. */
export async function insertCharge(
  db: Queryable,
  key: string,
  amountCents: number,
  state: ChargeState,
  card: { brand: string; last4: string } | null,
): Promise<Charge> {
  const [made] = await rowsOf<Row>(db, INSERT, [key, amountCents, state, card?.brand ?? null, card?.last4 ?? null]);
  const charge = made ? chargeOfRow(key, made) : await findCharge(db, key);
  if (!charge) throw new Error(`charge ${key} is missing`);
  return charge;
}

export async function findCharge(db: Queryable, key: string): Promise<Charge | null> {
  const [row] = await rowsOf<Row>(db, FIND, [key]);
  return row ? chargeOfRow(key, row) : null;
}

function chargeOfRow(key: string, row: Row): Charge {
  return { state: row.state, reference: key, cardBrand: row.card_brand, cardLast4: row.card_last4 };
}

/** Changes the state (and the amount, unless null) if the charge is in `from`. Returns the resulting charge; null if unknown. */
export async function transitionCharge(
  db: Queryable,
  key: string,
  from: ChargeState,
  to: ChargeState,
  amountCents: number | null = null,
): Promise<Charge | null> {
  const [changed] = await rowsOf<Row>(db, TRANSITION, [key, from, to, amountCents]);
  return changed ? chargeOfRow(key, changed) : findCharge(db, key);
}

/** A check constraint rejects refunds above the charge. */
const REFUND = statement(`
  with made as (
    insert into simulated_refunds (key, attempt, cents) values ($1, $2, $3) on conflict (key, attempt) do nothing returning key, cents
  )
  update simulated_charges c set state = 'refunded', refunded_cents = c.refunded_cents + made.cents, changed_at = now()
  from made where c.key = made.key and c.state in ('captured', 'refunded')`);

/** Refunds a part of a charge, once per attempt. Returns false if it exceeds the charge. */
export async function refundCharge(db: Queryable, key: string, attempt: number, cents: number): Promise<boolean> {
  try {
    await rowsOf(db, REFUND, [key, attempt, cents]);
    return true;
  } catch (error) {
    if (!isCheckViolation(error)) throw error;
    return false;
  }
}

const DISPUTE_FEE_CENTS = 1_500;
const INSERT_DISPUTE = statement(`
  insert into simulated_disputes (key, state, cents, fee_cents) select key, $3, amount_cents, $2 from simulated_charges where key = $1
  on conflict (key) do nothing`);
const DISPUTES = statement(`
  select case when decided_at > now() then state when state = 'open' then 'lost' when state = 'inquiry' then 'won' else state end as state,
    state = 'inquiry' as "isInquiry", cents, fee_cents, decided_at from simulated_disputes where key = $1`);

type DisputeRow = Pick<SimulatedDisputes, 'state' | 'cents' | 'fee_cents' | 'decided_at'> & { isInquiry: boolean };

/** Opens a dispute over a whole charge, or an inquiry about it. */
export async function insertDispute(db: Queryable, key: string, state: 'open' | 'inquiry'): Promise<void> {
  await rowsOf(db, INSERT_DISPUTE, [key, DISPUTE_FEE_CENTS, state]);
}

/** Returns the disputes of a charge. An inquiry withdraws no money. Fees remain even if the dispute is won. */
export async function disputesOf(db: Queryable, key: string): Promise<GatewayDispute[]> {
  const rows = await rowsOf<DisputeRow>(db, DISPUTES, [key]);
  return rows.map(({ state, isInquiry, cents, fee_cents: feeCents, decided_at: evidenceDueAt }) => ({
    reference: `dispute-${key}`,
    state,
    cents,
    evidenceDueAt,
    movements: [
      ...(isInquiry ? [] : [{ reference: `${key}-withdrawn`, cents: -cents, feeCents }]),
      ...(state === 'won' && !isInquiry ? [{ reference: `${key}-reinstated`, cents, feeCents: 0 }] : []),
    ],
  }));
}
