import type { SimulatedCharges } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Charge, ChargeState } from '../model/charge.ts';

type Row = Pick<SimulatedCharges, 'state' | 'card_brand' | 'card_last4'>;

const INSERT = statement(`
  insert into simulated_charges (key, amount_cents, state, card_brand, card_last4) values ($1, $2, $3, $4, $5)
  on conflict (key) do nothing returning state, card_brand, card_last4`);
const FIND = statement('select state, card_brand, card_last4 from simulated_charges where key = $1');
const TRANSITION = statement(`
  update simulated_charges set state = $3, refunded_cents = $4, changed_at = now() where key = $1 and state = $2
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

/** Changes the state if the charge is in state `from`; returns the charge as it is afterwards, or null if unknown. */
export async function transitionCharge(
  db: Queryable,
  key: string,
  from: ChargeState,
  to: ChargeState,
  refundedCents = 0,
): Promise<Charge | null> {
  const [changed] = await rowsOf<Row>(db, TRANSITION, [key, from, to, refundedCents]);
  return changed ? chargeOfRow(key, changed) : findCharge(db, key);
}
