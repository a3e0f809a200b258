import type pg from 'pg';

export type WaitingMail = { to: string; subject: string; text: string; html: string };

/** The mails that wait in the outbox for an address, oldest first. */
export async function mailsTo(pool: pg.Pool, address: string): Promise<WaitingMail[]> {
  const { rows } = await pool.query<WaitingMail>(
    `select to_address as "to", subject, text, html from mail_outbox where to_address = $1 order by id`,
    [address],
  );
  return rows;
}

/** The token of the link in a mail. */
export function tokenIn(mail: WaitingMail | undefined): string {
  const token = /[?&]token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no link in the mail ${mail?.subject ?? '(none)'}`);
  return token;
}
