import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type OwnFreight, publishOwnFreight } from '#features/customs/server/api.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import type { TransportRate } from '../model/trade-term.ts';
import type { RatesBody, RatesResponse } from '../model/trade-term-contract.ts';
import { allRates, lockRates, replaceRates } from './trade-term-store.ts';

export async function readRates(db: Queryable): Promise<RatesResponse> {
  const rates = await allRates(db);
  return { flag: '1', rates: rates.map(toResponse), seen: fingerprint(rates) };
}

export type RateDeps = { pool: pg.Pool; clock: Clock };

/** Replaces the rates and publishes our freight for landed costs. Orders keep the lines that they have. */
export function saveRates(
  { pool, clock }: RateDeps,
  admin: SignedInAdmin,
  { rates, seen }: RatesBody,
  origin: Origin,
): Promise<RatesResponse> {
  return withTransaction(pool, async (db) => {
    await lockRates(db);
    const before = await allRates(db);
    if (fingerprint(before) !== seen)
      throw new AppError('conflict', 'the rates changed', { messageKey: 'admin.rates.changedMeanwhile' });
    await replaceRates(db, rates.map(ofBody), admin.id);
    await publishTransportRates(db, clock.now());
    const saved = await readRates(db);
    const [old, now] = [before.map(toResponse).map(inWords), saved.rates.map(inWords)];
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'transport rates changed',
      details: {
        added: now.filter((rate) => !old.includes(rate)),
        removed: old.filter((rate) => !now.includes(rate)),
      },
    });
    return saved;
  });
}

type RateResponse = RatesResponse['rates'][number];

const toResponse = (rate: TransportRate): RateResponse => ({
  country: rate.country,
  port: rate.port,
  place: rate.place,
  inspection_cents: rate.inspectionCents,
  freight_cents: rate.freightCents,
  insurance_bps: rate.insuranceBps,
  inland_cents: rate.inlandCents,
});

const ofBody = (rate: RateResponse): TransportRate => ({
  country: rate.country,
  port: rate.port,
  place: rate.place,
  inspectionCents: rate.inspection_cents,
  freightCents: rate.freight_cents,
  insuranceBps: rate.insurance_bps,
  inlandCents: rate.inland_cents,
});

const inWords = ({ country, port, place, ...amounts }: RateResponse) =>
  `${[country, port, place].filter(Boolean).join(' ')}: ${Object.entries(amounts)
    .map(([name, amount]) => `${name} ${amount ?? '–'}`)
    .join(', ')}`;

/** Identifies the content of the list, so that a person cannot overwrite changes that another saved meanwhile. */
function fingerprint(rates: TransportRate[]): string {
  return createHash('sha256')
    .update(JSON.stringify(rates.map(toResponse)))
    .digest('hex')
    .slice(0, 16);
}

/**
 * Publishes our freight with the import rules, so that landed costs include it. Idempotent. The caller is in a transaction. The lock keeps a
 * starting process from publishing rates that are being replaced.
 */
export async function publishTransportRates(db: Queryable, now: Date): Promise<number> {
  await lockRates(db);
  return publishOwnFreight(db, freightOf(await allRates(db)), now);
}

/** The rate for the port alone. A rate to a place inland counts where there is no other to its port. */
function freightOf(rates: readonly TransportRate[]): OwnFreight[] {
  const byPort = Map.groupBy(rates, ({ country, port }) => `${country} ${port}`);
  return [...byPort.values()].map((each) => {
    const { country, port, freightCents } = each.find(({ place }) => place === '') ?? each[0]!;
    return { country, port, cents: freightCents };
  });
}
