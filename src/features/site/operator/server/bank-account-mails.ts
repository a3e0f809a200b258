import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { type BankAccount, groupedAccount } from '../model/bank-account.ts';
import { peopleToTell } from './bank-account-store.ts';

/** Tells everybody who may cancel it about a new account, so that a stolen login cannot redirect money unseen. */
export async function mailBankAccountChange(
  db: Queryable,
  siteOrigin: string,
  { holder, bank, account, bic }: BankAccount,
  effectiveAt: Date,
): Promise<void> {
  const t = recipientTranslator();
  const subject = t('mail.bankAccount');
  for (const { name, email } of await peopleToTell(db)) {
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name }),
        t('mail.bankAccount.text', { time: t.utcTime(effectiveAt) }),
        [holder, bank, groupedAccount(account), bic].join('\n'),
        t('mail.bankAccount.ask'),
      ],
      action: { label: t('mail.bankAccount.action'), url: siteOrigin + paths.bankAccounts },
      footer: t('mail.footer.office'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}
