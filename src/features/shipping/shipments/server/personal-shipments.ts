import { execute, query } from '#lib/server/database/postgres.ts';

/** Returns what a seller has reported, for the export of personal data. */
export const eventsOfUser = query<Record<string, unknown>, [userId: number]>(`
  select order_id as "orderId", step, certainty, happens_at as "happensAt", told_at as "toldAt", note
  from shipment_events where actor = 'seller' and actor_id = $1 order by told_at, id`);

/** Ends the secret addresses of a user's calendars. Events and files stay, because they prove what happened to the orders. */
export const forgetCalendars = execute<[userId: number]>(
  'delete from timeline_links where order_id in (select id from orders where user_id = $1)',
);

/** Returns the files that a user has sent to orders, for the export of personal data. The order's page has the files themselves. */
export const filesToExport = query<Record<string, unknown>, [userId: number]>(`
  select f.order_id, f.kind, f.name, f.format, f.bytes, encode(f.sha256, 'hex') as sha256, f.captured_at, f.told_at,
    w.reason as withdrawn_because
  from order_files f left join file_withdrawals w on w.file_id = f.id
  where f.actor <> 'admin' and f.actor_id = $1 order by f.told_at, f.id`);

/** Returns the parcels that a seller has sent, for the export of personal data. */
export const parcelsToExport = query<Record<string, unknown>, [userId: number]>(`
  select p.order_id, p.courier, p.tracking_number, p.sent_on::text as sent_on, p.contents, p.told_at, w.reason as withdrawn_because
  from order_parcels p left join parcel_withdrawals w on w.parcel_id = p.id
  where p.actor = 'seller' and p.actor_id = $1 order by p.told_at, p.id`);

/** Erases nothing: files, parcels and openings prove what was delivered, and name only the anonymized user. */
export async function keepOrderFiles(): Promise<void> {}
