import { CODE_LIFE_MS } from '#features/people/accounts/model/guarded-change.ts';
import { mailAddressOf, previousAddressesOf } from '#features/people/server/api.ts';
import { accountEnd } from '#features/site/issued-documents/model/claimed-names.ts';
import type { BankAccount } from '#features/site/operator/model/bank-account.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';

/** Emails a user the code that confirms exactly this account. */
export async function mailAccountCode(db: Queryable, userId: number, account: BankAccount, code: string) {
  const t = recipientTranslator();
  const user = await mailAddressOf(db, userId);
  if (!user) return;
  const subject = t('mail.payoutAccountCode');
  const content = {
    title: subject,
    paragraphs: [
      t('mail.greeting', { name: user.name }),
      t('mail.payoutAccountCode.text', { holder: account.holder, end: accountEnd(account.account) }),
      t('mail.changeCode', { code, minutes: String(CODE_LIFE_MS / 60_000) }),
      t('mail.changeCode.unexpected'),
    ],
    footer: t('mail.footer'),
  };
  await queueMail(db, { to: user.email, subject, ...composeMail(content, t), forgetWhenDone: true });
}

/** `before`: the number of the account that counts until then; null if there is none. */
type NewAccount = { account: BankAccount; effectiveAt: Date; before: string | null };

/** Tells all addresses of a user about an account that was entered. */
export async function mailNewAccount(
  db: Queryable,
  siteOrigin: string,
  userId: number,
  { account, effectiveAt, before }: NewAccount,
): Promise<void> {
  const t = recipientTranslator();
  const user = await mailAddressOf(db, userId);
  if (!user) return;
  const subject = t('mail.payoutAccount');
  for (const email of new Set([user.email, ...(await previousAddressesOf(db, userId))])) {
    const content = {
      title: subject,
      paragraphs: [
        t('mail.greeting', { name: user.name }),
        t('mail.payoutAccount.text', {
          end: accountEnd(account.account),
          holder: account.holder,
          time: t.utcTime(effectiveAt),
        }),
        ...(before === null ? [] : [t('mail.payoutAccount.before', { end: accountEnd(before) })]),
        t('mail.payoutAccount.ask'),
      ],
      action: { label: t('mail.payoutAccount.action'), url: siteOrigin + paths.payoutAccount },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}
