import { emailKey } from '#features/accounts/email-key.ts';
import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

const INSERT = statement(
  'insert into newsletter_subscribers (email, email_key) values ($1, $2) on conflict do nothing',
);

/** Remembers an address until its owner confirms it; one that is known already stays as it is. */
export async function insertSubscriber(db: Queryable, email: string): Promise<void> {
  await rowsOf(db, INSERT, [email, emailKey(email)]);
}
