import type pg from 'pg';

export type OutboxMail = { to: string; subject: string; text: string; html: string };

/** Returns the emails to an address in the outbox, oldest first. */
export async function mailsTo(pool: pg.Pool, address: string): Promise<OutboxMail[]> {
  const { rows } = await pool.query<OutboxMail>(
    `select to_address as "to", subject, text, html from mail_outbox where to_address = $1 order by id`,
    [address],
  );
  return rows;
}

/** Returns the token of the link in an email. */
export function tokenIn(mail: OutboxMail | undefined): string {
  const token = /[?&]token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no link in the email ${mail?.subject ?? '(none)'}`);
  return token;
}
