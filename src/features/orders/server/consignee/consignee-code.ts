import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '#features/documents/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { ConsigneeCodes } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { CODE_DIGITS, CODE_LIFE_MS, CODE_TRIES, type Consignee } from '../../model/consignee.ts';

const SALT_BYTES = 16;

const PUT = statement(`
  insert into consignee_codes (order_id, salt, code_hash, content_hash, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (order_id) do update set salt = excluded.salt, code_hash = excluded.code_hash, content_hash = excluded.content_hash,
    expires_at = excluded.expires_at, tries = 0`);
const TRY = statement(`
  update consignee_codes set tries = tries + 1 where order_id = $1 and expires_at > $2 and tries < ${CODE_TRIES}
  returning salt, code_hash as "codeHash", content_hash as "contentHash"`);
const USE = statement('delete from consignee_codes where order_id = $1 and code_hash = $2 returning order_id');
const DELETE_DEAD = statement('delete from consignee_codes where expires_at < now()');

/** SHA-256 of exactly what a code confirms. */
function hashOfContent(orderId: number, consignee: Consignee): Buffer {
  return createHash('sha256')
    .update(canonicalJson({ orderId, ...consignee }))
    .digest();
}

const hashOfCode = (salt: Buffer, code: string) => createHash('sha256').update(salt).update(code).digest();

/** Stores a new code for a consignee and returns it. An older code of the order stops working. */
export async function createCode(db: Queryable, orderId: number, consignee: Consignee, now: Date): Promise<string> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const salt = randomBytes(SALT_BYTES);
  const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
  await rowsOf(db, PUT, [orderId, salt, hashOfCode(salt, code), hashOfContent(orderId, consignee), expiresAt]);
  return code;
}

export type CheckedCode = { codeHash: Buffer };

const wrongCode = () =>
  new AppError('unprocessable', 'wrong code', {
    messageKey: 'orders.consignee.wrongCode',
    fields: { code: { messageKey: 'orders.consignee.wrongCode' } },
  });

/**
 * Counts a try and compares the code. Throws if it is wrong, expired or used up, or was sent for another consignee. Must not run in a
 * transaction, because the try counts although the change is refused.
 */
export async function checkCode(
  db: Queryable,
  orderId: number,
  consignee: Consignee,
  code: string,
  now: Date,
): Promise<CheckedCode> {
  type Stored = Columns<ConsigneeCodes, 'salt' | 'code_hash' | 'content_hash'>;
  const [stored] = await rowsOf<Stored>(db, TRY, [orderId, now]);
  if (!stored || !timingSafeEqual(stored.codeHash, hashOfCode(stored.salt, code))) throw wrongCode();
  if (!stored.contentHash.equals(hashOfContent(orderId, consignee))) {
    throw new AppError('unprocessable', 'code for another consignee', {
      messageKey: 'orders.consignee.otherContent',
      fields: { code: { messageKey: 'orders.consignee.otherContent' } },
    });
  }
  return stored;
}

/** Uses up a checked code in the transaction of the change. Throws if another call used it first. */
export async function consumeCode(db: Queryable, orderId: number, { codeHash }: CheckedCode): Promise<void> {
  if ((await rowsOf(db, USE, [orderId, codeHash])).length === 0) throw wrongCode();
}

export async function deleteDeadCodes(db: Queryable): Promise<void> {
  await rowsOf(db, DELETE_DEAD, []);
}
