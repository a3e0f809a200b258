import { matchParty } from './party-name.ts';
import type { BookedLine } from './statement.ts';

/** To whom money of a buyer should go. Null: not known. */
export type Payee = { name: string | null; account: string | null };

/** The shortest number of an account that may be the end of an IBAN. */
const MIN_NUMBER = 6;

/**
 * Whether a line names somebody else than the payee. The account decides if both are known, because banks shorten names; otherwise the names do. If the
 * bank names nobody, nothing differs.
 */
export function payeeDiffers(
  { counterparty, counterpartyAccount }: Pick<BookedLine, 'counterparty' | 'counterpartyAccount'>,
  payee: Payee,
): boolean {
  if (counterpartyAccount && payee.account) return !isSameAccount(counterpartyAccount, payee.account);
  if (!counterparty || !payee.name) return false;
  return matchParty(counterparty, payee.name) === 'other';
}

/** Banks state an IBAN, or only the number of the account at its end. */
function isSameAccount(one: string, other: string): boolean {
  const [long = '', short = ''] = [one, other].map(folded).sort((a, b) => b.length - a.length);
  return long === short || (short.length >= MIN_NUMBER && long.endsWith(short));
}

const folded = (account: string) =>
  account
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');
