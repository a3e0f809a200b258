import type { PayoutAccountsResponse } from '#features/payments/payout-accounts/model/payout-account-contract.ts';
import type { Payee } from '#features/payments/payout-accounts/model/payout-account-form.ts';
import {
  type AccountDeps,
  actingUser,
  audit,
  consumeCode,
  countCode,
  createCode,
  done,
  type GuardedChange,
  loginBlocksUntil,
  mailAddressOf,
  type Outcome,
  previousAddressesOf,
  proveChange,
} from '#features/people/server/api.ts';
import { CODE_LIFE_MS } from '#features/people/sessions/model/lifetimes.ts';
import { accountEnd } from '#features/site/issued-documents/model/issuer.ts';
import type { BankAccount } from '#features/site/operator/model/bank-account.ts';
import { canonicalJson } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedIn } from '#lib/server/http/caller.ts';
import { recipientTranslator } from '#lib/server/i18n/languages.ts';
import { composeMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { paths } from '#paths.ts';
import {
  cancelPayoutAccount,
  insertPayoutAccount,
  type PayoutAccount,
  payoutAccountOf,
  pendingPayoutAccount,
} from './payout-account-store.ts';

type Deps = AccountDeps & { clock: Clock };

/** A code confirms exactly this account. */
const changeOf = (userId: number, { holder, bank, account, bic, address }: Payee): GuardedChange => ({
  change: `payout account of user ${userId}`,
  content: canonicalJson({ holder, bank, account, bic, address }),
});

/** A login that changed in the last three days blocks changes, because an account thief changes the login first. */
async function refuseAfterLoginChange(db: Queryable, userId: number, now: Date): Promise<void> {
  const until = await loginBlocksUntil(db, userId, now);
  if (until) {
    throw new AppError('conflict', 'the login was changed', {
      write: (t) => t('payouts.account.blocked', { time: t.utcTime(until) }),
    });
  }
}

/** Emails the user a code that confirms exactly this account. */
export async function sendAccountCode(
  { pool, clock }: Deps,
  user: SignedIn,
  account: Payee,
  origin: Origin,
): Promise<Outcome> {
  await refuseAfterLoginChange(pool, user.id, clock.now());
  await countCode(pool, user.id);
  return withTransaction(pool, async (db) => {
    const code = await createCode(db, changeOf(user.id, account), clock.now());
    await mailAccountCode(db, user.id, account, code);
    const subject = { kind: 'user', id: user.id } as const;
    await audit(db, origin, { actor: actingUser(user.id), action: 'payout account code sent', subject });
    return done('account.change.codeSent');
  });
}

/**
 * Enters the bank account that we pay the user to. Requires the password and the emailed code. The account takes effect a day later, and all
 * addresses of the user are notified.
 */
export async function enterPayoutAccount(
  deps: Deps,
  user: SignedIn,
  { password, code, ...account }: Payee & { password: string; code?: string | undefined },
  origin: Origin,
): Promise<Outcome> {
  const { pool, clock, siteOrigin } = deps;
  await refuseAfterLoginChange(pool, user.id, clock.now());
  const proof = await proveChange(deps, user, changeOf(user.id, account), { password, code }, clock.now(), origin);
  return withTransaction(pool, async (db) => {
    await consumeCode(db, proof);
    const before = await payoutAccountOf(db, user.id);
    const { id, effectiveAt } = await insertPayoutAccount(db, user.id, account);
    // The row of the user is locked now, so a login that changes later cancels the account.
    await refuseAfterLoginChange(db, user.id, clock.now());
    await mailNewAccount(db, siteOrigin, user.id, { account, effectiveAt, before: before?.account ?? null });
    await audit(db, origin, {
      actor: actingUser(user.id),
      action: 'payout account entered',
      subject: { kind: 'user', id: user.id },
      details: { account: id, end: accountEnd(account.account), effectiveAt: effectiveAt.toISOString() },
    });
    return done('payouts.account.entered');
  });
}

/** Cancels an account that is not in effect yet. */
export async function cancelPayoutAccountOf({ pool }: AccountDeps, user: SignedIn, origin: Origin): Promise<Outcome> {
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

/** Emails a user the code that confirms exactly this account. */
async function mailAccountCode(db: Queryable, userId: number, account: BankAccount, code: string) {
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
async function mailNewAccount(
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

/** Returns the account of a user that counts and the one that waits, as the owner sees them. */
export async function payoutAccountsOf(db: Queryable, userId: number): Promise<PayoutAccountsResponse> {
  return {
    account: toResponse(await payoutAccountOf(db, userId)),
    pending: toResponse(await pendingPayoutAccount(db, userId)),
  };
}

function toResponse(account: PayoutAccount | null): PayoutAccountsResponse['account'] {
  if (!account) return null;
  const { holder, bank, account: number, effectiveAt } = account;
  return { holder, bank, account_end: accountEnd(number), effective_at: effectiveAt.toISOString() };
}

/**
 * Returns the buyer's current account, which receives refunds by transfer. Throws if there is none, or if it is not the one that the caller saw.
 * `seenId`: null if the caller saw none.
 */
export async function accountToGiveBack(db: Queryable, userId: number, seenId: number | null): Promise<number> {
  const account = await payoutAccountOf(db, userId);
  if (!account) throw new AppError('conflict', 'no account', { messageKey: 'refund.onlyInPerson' });
  if (seenId !== null && seenId !== account.id)
    throw new AppError('conflict', 'another account', { messageKey: 'refund.accountChanged' });
  return account.id;
}

/** Says in an email that a refund goes by transfer, and to which account, or asks the buyer to enter one. */
export async function refundByTransferTexts(
  db: Queryable,
  t: Translator,
  site: string,
  { userId, cents }: { userId: number; cents: number },
): Promise<string[]> {
  return [t('mail.transfer.back', { amount: t.cents(cents) }), await refundAccountText(db, t, site, userId)];
}

/** Says to which account refunds by transfer go, or asks the buyer to enter one. */
export async function refundAccountText(db: Queryable, t: Translator, site: string, userId: number): Promise<string> {
  const account = await payoutAccountOf(db, userId);
  if (account) return t('mail.transfer.back.account', { end: accountEnd(account.account) });
  const pending = await pendingPayoutAccount(db, userId);
  if (!pending) return t('mail.transfer.back.ask', { address: site + paths.payoutAccount });
  return t('mail.transfer.back.waits', { end: accountEnd(pending.account), time: t.utcTime(pending.effectiveAt) });
}
