import type pg from 'pg';
import { driverProblems } from '#features/orders/drivers/model/driver.ts';
import type { DriverResponse } from '#features/orders/drivers/model/driver-contract.ts';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { lockOrder, orderNotFound } from '#features/orders/orders/server/order-store.ts';
import { driverCalls } from '#features/orders/orders-calls.ts';
import { actingAdmin, audit, mailAddressOf } from '#features/people/server/api.ts';
import { type MediaDeps, peopleToTell, readFileOfUser } from '#features/site/server/api.ts';
import { href } from '#lib/api-client/api-call.ts';
import { AppError } from '#lib/app-error.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { adminOf, type Caller, type Origin } from '#lib/server/http/caller.ts';
import type { UploadedFile } from '#lib/server/http/uploads/multipart.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import { type DriverRow, driverOf, findLicense, type License, recordCheck, saveLicense } from './driver-store.ts';

export type DriverDeps = MediaDeps & { siteOrigin: string };

/** Returns the driver of a rental to its renter and staff. Throws `not_found` for anyone else. */
async function driverFor(db: Queryable, { user, admin }: Caller, orderId: number): Promise<DriverRow> {
  const driver = await driverOf(db, orderId);
  if (!driver || (!admin && driver.userId !== user?.id)) throw orderNotFound();
  return driver;
}

export async function showDriver(db: Queryable, caller: Caller, orderId: number): Promise<DriverResponse> {
  const driver = await driverFor(db, caller, orderId);
  const { minAge, bornOn, validUntil, hash, reason, isLive } = driver;
  const state = stateOf(driver);
  return {
    min_age: minAge,
    state,
    reason: reason ?? '',
    born_on: bornOn,
    valid_until: validUntil,
    hash,
    url: bornOn === null ? null : href(driverCalls.license, { params: { id: orderId } }),
    may_send: isLive && state !== 'accepted',
  };
}

function stateOf({ bornOn, isAccepted, fits }: DriverRow): DriverResponse['state'] {
  if (bornOn === null) return 'missing';
  if (isAccepted === null) return 'waits';
  if (!isAccepted) return 'refused';
  return fits ? 'accepted' : 'outdated';
}

type Stated = { bornOn: string; validUntil: string };

/** Stores a license for staff to check. Throws if one is accepted already or the renter is too young. */
export async function sendLicense(
  deps: DriverDeps,
  userId: number,
  orderId: number,
  stated: Stated,
  file: UploadedFile | undefined,
): Promise<void> {
  const { pool } = deps;
  if ((await driverOf(pool, orderId))?.userId !== userId) throw orderNotFound();
  if (!file) throw new AppError('malformed', 'no file', { messageKey: 'media.noFile' });
  const license = await readFileOfUser(deps, userId, file);
  await withTransaction(pool, async (db) => {
    await lockOrder(db, orderId);
    const driver = await driverOf(db, orderId);
    if (!driver) throw orderNotFound();
    if (!driver.isLive) throw new AppError('conflict', 'the order has ended', { messageKey: 'orders.ended' });
    const problems = driverProblems(driver, stated);
    if (Object.keys(problems).length > 0)
      throw new AppError('malformed', 'this driver cannot rent the car', {
        fields: Object.fromEntries(Object.entries(problems).map(([field, messageKey]) => [field, { messageKey }])),
      });
    if (!(await saveLicense(db, orderId, stated, license, !driver.fits)))
      throw new AppError('conflict', 'a license is accepted', { messageKey: 'drivers.accepted' });
    // The office already got an email for a pending license.
    if (stateOf(driver) !== 'waits') await mailLicenseWaits(db, deps.siteOrigin, orderId);
  });
}

/** Returns the license to its renter and to staff. Audits staff access. */
export async function openLicense(pool: pg.Pool, caller: Caller, orderId: number, origin: Origin): Promise<License> {
  const { userId } = await driverFor(pool, caller, orderId);
  const license = await findLicense(pool, orderId);
  if (!license) throw orderNotFound();
  const { admin, user } = caller;
  if (admin && userId !== user?.id) {
    const subject = { kind: 'order', id: orderId };
    await audit(pool, origin, { actor: actingAdmin(admin.id), action: 'license opened', subject });
  }
  return license;
}

type Check = Stated & { hash: string; isAccepted: boolean; reason: string };

/**
 * Accepts or refuses a license. Throws if it was checked or replaced since it was shown, or if the renter checks it while logged in as
 * staff.
 */
export async function checkLicense(
  { pool, siteOrigin }: Pick<DriverDeps, 'pool' | 'siteOrigin'>,
  caller: Caller,
  orderId: number,
  check: Check,
  origin: Origin,
) {
  const { id: adminId } = adminOf(caller);
  if (!check.isAccepted && check.reason === '')
    throw new AppError('malformed', 'no reason', { fields: { reason: { messageKey: 'drivers.reasonNeeded' } } });
  await withTransaction(pool, async (db) => {
    await lockOrder(db, orderId);
    const driver = await driverOf(db, orderId);
    if (!driver) throw orderNotFound();
    if (driver.userId === caller.user?.id)
      throw new AppError('forbidden', 'renters do not check themselves', { messageKey: 'drivers.ownLicense' });
    if (check.isAccepted && !driver.fits)
      throw new AppError('conflict', 'the days moved', { messageKey: 'drivers.outdated' });
    if (!(await recordCheck(db, orderId, { ...check, adminId })))
      throw new AppError('conflict', 'checked or replaced meanwhile', { messageKey: 'drivers.changed' });
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: check.isAccepted ? 'license accepted' : 'license refused',
      subject: { kind: 'order', id: orderId },
    });
    const { isAccepted, reason } = check;
    await mailLicenseChecked(db, siteOrigin, orderId, { userId: driver.userId, isAccepted, reason });
  });
}

type Recipient = { name: string; email: string };
type Words = { title: string; text: string; path: string; footer: 'mail.footer' | 'mail.footer.office' };

/** Emails the renter that the license was accepted, or refused for `reason`. */
async function mailLicenseChecked(
  db: Queryable,
  site: string,
  orderId: number,
  { userId, isAccepted, reason }: { userId: number; isAccepted: boolean; reason: string },
): Promise<void> {
  const renter = await mailAddressOf(db, userId);
  if (!renter) return;
  const t = recipientTranslator();
  const values = { number: orderNumber(orderId), reason };
  const what = isAccepted ? 'accepted' : 'refused';
  const [title, text] = [t(`mail.license.${what}`, values), t(`mail.license.${what}.text`, values)];
  const path = paths.order.replace(':id', String(orderId));
  await send(db, site, renter, { title, text, path, footer: 'mail.footer' });
}

/** Emails the office that a license needs a check. */
async function mailLicenseWaits(db: Queryable, site: string, orderId: number): Promise<void> {
  const t = recipientTranslator();
  const title = t('mail.license.waits', { number: orderNumber(orderId) });
  const path = `${paths.adminOrders}?queue=renter&view=${orderId}`;
  for (const person of await peopleToTell(db))
    await send(db, site, person, { title, text: t('mail.license.waits.text'), path, footer: 'mail.footer.office' });
}

async function send(db: Queryable, site: string, { name, email }: Recipient, { title, text, path, footer }: Words) {
  const t = recipientTranslator();
  const content = {
    title,
    paragraphs: [t('mail.greeting', { name }), text],
    action: { label: t('mail.transfer.see'), url: site + path },
    footer: t(footer),
  };
  await queueMail(db, { to: email, subject: title, ...composeMail(content, t) });
}
