import { createHash } from 'node:crypto';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { foldName, isSameId, isSameName } from '../model/fold-name.ts';
import { type HoldRole, insertHold, type WatchEntry, watchEntries } from './watch-store.ts';

const MAX_PAYER_LENGTH = 300;

export type CheckedParty = { role: Exclude<HoldRole, 'destination'>; name: string; idNumber?: string };

const hashOf = (entry: WatchEntry, folded: string) => createHash('sha256').update(`${entry.id}\n${folded}`).digest();

function isHit({ kind, name, aliases, idNumber }: WatchEntry, party: CheckedParty): boolean {
  if (kind !== 'party') return false;
  return [name, ...aliases].some((each) => isSameName(each, party.name)) || isSameId(idNumber, party.idNumber ?? '');
}

type Screened = { parties: CheckedParty[]; destinations: string[] };

/** Compares parties and destinations of an order with the lists. Each hit holds the order. The caller holds the lock of the order. */
export async function screenParties(
  db: Queryable,
  orderId: number,
  { parties, destinations }: Screened,
): Promise<void> {
  for (const entry of await watchEntries(db)) {
    for (const party of parties)
      if (isHit(entry, party))
        await insertHold(
          db,
          orderId,
          entry.id,
          party.role,
          hashOf(entry, foldName(party.name).join(' ')),
          party.role === 'payer' ? party.name.slice(0, MAX_PAYER_LENGTH) : null,
        );
    for (const country of destinations)
      if (entry.kind === 'destination' && entry.country === country)
        await insertHold(db, orderId, entry.id, 'destination', hashOf(entry, `${country} ${orderId}`));
  }
}
