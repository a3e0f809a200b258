import type pg from 'pg';
import { type Lsn, lsnOf } from './wal-objects.ts';

/** Keeps WAL in pg_wal until it is archived, up to max_slot_wal_keep_size. */
export const SLOT = 'carquay_backup';

/** `lost`: PostgreSQL has removed WAL that was not archived. `missing`: there is no slot yet. */
export type SlotState = 'reserved' | 'extended' | 'unreserved' | 'lost' | 'missing';

export type WalState = {
  /** Of the database, before the position was read: commits before it are at the position or before. */
  at: Date;
  flushed: Lsn;
  timeline: number;
  systemIdentifier: string;
  slot: { state: SlotState; restart: Lsn | null };
};

type Row = {
  at: Date;
  flushed: string;
  timeline: string;
  system: string;
  state: SlotState | null;
  restart: string | null;
};

export async function readWalState(client: pg.Client): Promise<WalState> {
  const { rows } = await client.query<Row>(
    `with clock as materialized (select clock_timestamp() as at)
     select clock.at, pg_current_wal_flush_lsn()::text as flushed, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline,
       (select system_identifier::text from pg_control_system()) as system, slot.wal_status as state, slot.restart_lsn::text as restart
     from clock left join pg_replication_slots slot on slot.slot_name = $1`,
    [SLOT],
  );
  const { at, flushed, timeline, system, state, restart } = rows[0]!;
  return {
    at,
    flushed: lsnOf(flushed),
    timeline: Number.parseInt(timeline, 16),
    systemIdentifier: system,
    slot: { state: state ?? 'missing', restart: restart === null ? null : lsnOf(restart) },
  };
}

/** Creates the slot, after removing a lost one. Returns the position from which on WAL is kept. */
export async function createSlot(client: pg.Client): Promise<Lsn> {
  await dropSlot(client);
  await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT]);
  const { rows } = await client.query<{ restart: string }>(
    'select restart_lsn::text as restart from pg_replication_slots where slot_name = $1',
    [SLOT],
  );
  return lsnOf(rows[0]!.restart);
}

/** Lets PostgreSQL remove the WAL that waits for a backup. */
export async function dropSlot(client: pg.Client): Promise<void> {
  await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    SLOT,
  ]);
}

export async function advanceSlot(client: pg.Client, to: string): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2)', [SLOT, to]);
}
