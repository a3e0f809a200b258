import {
  type AccountDeps,
  checkFreshPassword,
  loginChangedAt,
  mailAddressOf,
  previousAddressesOf,
} from '#features/accounts/server/api.ts';
import { actingUser, audit } from '#features/audit/server/api.ts';
import { accountEnd } from '#features/documents/model/claimed-names.ts';
import type { BankAccount } from '#features/operator/model/bank-account.ts';
import { LOGIN_CHANGE_BLOCK_MS } from '#features/orders/model/consignee.ts';
import { done, type Outcome, refused } from '#features/sessions/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail } from '#lib/server/mail/mail-layout.ts';
import { queueMail } from '#lib/server/mail/mail-outbox.ts';
import { paths } from '#paths.ts';
import { cancelPayoutAccount, insertPayoutAccount, payoutAccountOf } from './payout-account-store.ts';

/**
 * Enters the bank account for payouts to a seller. It needs the password and takes effect a day later; all addresses of the account are told. A
 * login that changed in the last three days blocks it, because an account thief changes the login first.
 */
export async function enterPayoutAccount(
  deps: AccountDeps,
  user: SignedIn,
  { password, ...account }: BankAccount & { password: string },
  origin: Origin,
): Promise<Outcome> {
  const { pool, siteOrigin } = deps;
  const changedAt = await loginChangedAt(pool, user.id);
  const until = changedAt && new Date(changedAt.getTime() + LOGIN_CHANGE_BLOCK_MS);
  if (until && until > new Date()) {
    throw new AppError('conflict', 'the login was changed', {
      write: (t) => t('payouts.account.blocked', { time: t.utcTime(until) }),
    });
  }
  if ((await checkFreshPassword(deps, 'user', user, password, origin)) !== 'proved')
    return refused('payouts.account.wrongPassword', 'password');
  return withTransaction(pool, async (db) => {
    const before = await payoutAccountOf(db, user.id);
    const { id, effectiveAt } = await insertPayoutAccount(db, user.id, account);
    await tell(db, siteOrigin, user.id, { account, effectiveAt, before: before?.account ?? null });
    await audit(db, origin, {
      actor: actingUser(user.id),
      action: 'payout account entered',
      subject: { kind: 'user', id: user.id },
      details: { account: id, end: accountEnd(account.account), effectiveAt: effectiveAt.toISOString() },
    });
    return done('payouts.account.entered');
  });
}

type Change = { account: BankAccount; effectiveAt: Date; before: string | null };

async function tell(db: Queryable, siteOrigin: string, userId: number, { account, effectiveAt, before }: Change) {
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
      action: { label: t('mail.payoutAccount.action'), url: siteOrigin + paths.myPayouts },
      footer: t('mail.footer'),
    };
    await queueMail(db, { to: email, subject, ...composeMail(content, t) });
  }
}

/** Cancels an account that is not in effect yet. */
export async function cancelMyPayoutAccount({ pool }: AccountDeps, user: SignedIn, origin: Origin): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    if (!(await cancelPayoutAccount(db, user.id)))
      throw new AppError('conflict', 'no account waits', { messageKey: 'payouts.account.nonePending' });
    await audit(db, origin, {
      actor: actingUser(user.id),
      action: 'payout account canceled',
      subject: { kind: 'user', id: user.id },
    });
    return done('payouts.account.canceled');
  });
}
