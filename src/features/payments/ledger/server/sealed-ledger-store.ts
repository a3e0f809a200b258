import { queryValue } from '#lib/server/database/postgres.ts';
import { exactTime, type SealedLog } from '#lib/server/seals/seal-store.ts';

/**
 * Ledger entries with their lines. Rows from before there were orders have null in the newer columns, and a null changes no
 * digest; in `lines`, where it would, a seller is part of the text only if there is one.
 */
export const SEALED_LEDGER: SealedLog = {
  chain: 'ledger',
  table: 'ledger_entries',
  columns: `payment_id, order_id, source, source_id, kind, reference, ${exactTime('at')} as at, (
    select json_agg(case when line = 1 and seller_id is null then json_build_array(account, cents::text, currency::text)
        else json_build_array(account, cents::text, currency::text, line, seller_id) end
      order by account collate "C", currency collate "C", line)
    from ledger_lines where entry_id = ledger_entries.id) as lines`,
};

export const SEALED_EVENTS: SealedLog = {
  chain: 'payment-events',
  table: 'payment_events',
  columns: `payment_id, ${exactTime('at')} as at, event, details`,
};

/** Returns the first entry whose lines do not sum to zero, or whose entry row is missing; null if there is none. */
export const unbalancedEntry = queryValue<number>(`
  select l.entry_id as id from ledger_lines l left join ledger_entries e on e.id = l.entry_id
  group by l.entry_id, l.currency having sum(l.cents) <> 0 or count(e.id) = 0 order by l.entry_id limit 1`);
