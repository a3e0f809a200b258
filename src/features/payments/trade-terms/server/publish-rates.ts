import { type OwnFreight, publishOwnFreight } from '#features/customs/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { TransportRate } from '../model/trade-term.ts';
import { allRates, lockRates } from './rate-store.ts';

/**
 * Publishes our freight with the import rules, so that landed costs count it. Does nothing if it is published. The caller is in a
 * transaction. The lock keeps a process that starts from publishing rates that somebody replaces meanwhile.
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
