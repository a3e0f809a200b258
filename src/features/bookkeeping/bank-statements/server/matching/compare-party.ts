import { type Payee, payeeDiffers } from '#features/bookkeeping/bank-statements/model/party-name.ts';
import type { MatchBody } from '#features/bookkeeping/bank-statements/model/statement-contract.ts';
import { findLine } from '#features/bookkeeping/bank-statements/server/line-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { payeeOf, payeeOfCashReturn, payoutsOf, returnableRefunds } from './candidate-store.ts';
import type { Part } from './match-case.ts';

const UNKNOWN: Payee = { name: null, account: null };

/** Returns whom the bank should name in a line that records money as paid to, or returned by, a certain person; null for other kinds. */
async function expectedParty(db: Queryable, { cents }: Part, body: MatchBody): Promise<Payee | null> {
  const { kind, payment_id: payment = 0, payout_id: payout = 0, order_id: order = 0, fee_cents: feeCents } = body;
  switch (kind) {
    case 'refund':
      return payeeOf(db, payment, -cents);
    case 'refund_return':
      return (await returnableRefunds(db, cents, { paymentId: payment, feeCents }))[0]?.payee ?? UNKNOWN;
    case 'cash_return':
      return payeeOfCashReturn(db, order);
    case 'payout':
      return (await payoutsOf(db, -cents, payout))[0]?.payee ?? UNKNOWN;
    case 'return': {
      const other = await findLine(db, body.other_line_id ?? 0);
      return other ? { name: other.counterparty, account: other.counterpartyAccount } : UNKNOWN;
    }
    default:
      return null;
  }
}

/**
 * Returns whether the bank names another person than the one whom the money goes to or came back from, which needs a second person. Throws if so and
 * no reason was given.
 */
export async function namesOther(db: Queryable, part: Part, body: MatchBody): Promise<boolean> {
  const expected = await expectedParty(db, part, body);
  const differs = expected !== null && payeeDiffers(part.line, expected);
  if (differs && !body.reason)
    throw new AppError('conflict', 'the bank names another person', {
      messageKey: 'statements.match.payeeDiffers',
      fields: { reason: { messageKey: 'statements.match.payeeReason' } },
    });
  return differs;
}
