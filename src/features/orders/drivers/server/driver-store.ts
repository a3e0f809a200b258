import { execute, type Queryable, query, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { RentalDrivers } from '#lib/server/database/rows.ts';

export type DriverRow = {
  userId: number;
  isLive: boolean;
  minAge: number;
  pickUpDay: string;
  returnDay: string;
  bornOn: string | null;
  validUntil: string | null;
  hash: string | null;
  isAccepted: boolean | null;
  reason: string | null;
  /** The license is valid for the current days of the rental. */
  fits: boolean;
};

const SAVE = statement(`
  insert into rental_drivers (order_id, born_on, valid_until, format, content) values ($1, $2, $3, $4, $5)
  on conflict (order_id) do update set born_on = excluded.born_on, valid_until = excluded.valid_until, format = excluded.format,
    content = excluded.content, sent_at = now(), is_accepted = null, reason = '', checked_at = null, checked_by = null
  where rental_drivers.is_accepted is distinct from true or $6 returning order_id`);
const CHECK = statement(`
  update rental_drivers set is_accepted = $2, reason = $3, checked_at = now(), checked_by = $4
  where order_id = $1 and is_accepted is null and born_on = $5::date and valid_until = $6::date
    and encode(sha256(content), 'hex') = $7 returning order_id`);

/** Returns the driver of a rental; null if its terms need no license. */
export const driverOf = queryFirst<DriverRow, [orderId: number]>(`
  select o.user_id as "userId", o.life = 'active' as "isLive", t.renter_min_age as "minAge",
    to_char(rt.pick_up_at at time zone rt.time_zone, 'YYYY-MM-DD') as "pickUpDay",
    to_char(rt.return_at at time zone rt.time_zone, 'YYYY-MM-DD') as "returnDay",
    to_char(d.born_on, 'YYYY-MM-DD') as "bornOn", to_char(d.valid_until, 'YYYY-MM-DD') as "validUntil",
    encode(sha256(d.content), 'hex') as hash, d.is_accepted as "isAccepted", d.reason,
    coalesce(license_fits(d.born_on, d.valid_until, t.renter_min_age, rt.pick_up_at, rt.return_at, rt.time_zone), false) as fits
  from orders o join order_terms t on t.version = o.terms_version join rental_times rt on rt.order_id = o.id
    left join rental_drivers d on d.order_id = o.id
  where o.id = $1 and t.renter_min_age > 0`);

export type License = Pick<RentalDrivers, 'format' | 'content'>;
type Stated = { bornOn: string; validUntil: string };

/** Saves a license, replacing one that is not accepted. Returns false if an accepted one exists, unless `replaces`. */
export async function saveLicense(
  db: Queryable,
  orderId: number,
  { bornOn, validUntil }: Stated,
  { format, content }: License,
  replaces: boolean,
): Promise<boolean> {
  return (await rowsOf(db, SAVE, [orderId, bornOn, validUntil, format, content, replaces])).length > 0;
}

export const findLicense = queryFirst<License, [orderId: number]>(
  'select format, content from rental_drivers where order_id = $1',
);

type Checked = Stated & { hash: string; isAccepted: boolean; reason: string; adminId: number };

/** Records the check of a license. Returns false if it was checked or replaced since it was shown. */
export async function recordCheck(
  db: Queryable,
  orderId: number,
  { isAccepted, reason, adminId, bornOn, validUntil, hash }: Checked,
): Promise<boolean> {
  return (await rowsOf(db, CHECK, [orderId, isAccepted, reason, adminId, bornOn, validUntil, hash])).length > 0;
}

/** For the data export of a user, with the addresses of the files. */
export const driversToExport = query<Record<string, unknown>, [userId: number]>(`
  select d.order_id, d.born_on, d.valid_until, d.format, octet_length(d.content) as bytes, d.sent_at, d.is_accepted,
    concat('/api/orders/', d.order_id, '/driver/license') as address
  from rental_drivers d join orders o on o.id = d.order_id where o.user_id = $1 order by d.order_id`);

export const eraseDrivers = execute<[userId: number]>(
  'delete from rental_drivers where order_id in (select id from orders where user_id = $1)',
);

/** Deletes licenses of orders that ended more than `afterS` seconds ago. */
export const deleteOldDrivers = execute<[afterS: number]>(`
  delete from rental_drivers where order_id in (select id from orders where ended_at < now() - make_interval(secs => $1))`);
