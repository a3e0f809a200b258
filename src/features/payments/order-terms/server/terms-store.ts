import type { OrderTerms as TermsRow } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { OrderTerms, RentalTerms } from '../model/order-terms.ts';
import { TERM_NAMES, type TermValues } from '../model/term-values.ts';

const NEWEST = statement(`
  select version, requires_balance as "requiresBalance", requires_contract as "requiresContract", commission_bps as "commissionBps", balance_days as "balanceDays",
    grace_days as "graceDays", hold_days as "holdDays", tolerance_cents as "toleranceCents", tolerance_bps as "toleranceBps",
    pick_up_hour as "pickUpHour", return_hour as "returnHour", return_grace_minutes as "returnGraceMinutes", rental_fee_days as "rentalFeeDays",
    renter_min_age as "renterMinAge",
    security_cents as "securityCents", cancel_free_days as "cancelFreeDays", cancel_until as "cancelUntil",
    kept_cancel_bps as "keptCancelBps", kept_unpaid_bps as "keptUnpaidBps", requires_steps as "requiresSteps", claim_days as "claimDays", claim_arrival_days as "claimArrivalDays",
    claim_answer_days as "claimAnswerDays", claim_reply_days as "claimReplyDays", claim_review_days as "claimReviewDays", plans, country_plans as "countryPlans"
  from order_terms order by version desc limit 1`);

type NewestTerms = OrderTerms &
  RentalTerms &
  Columns<TermsRow, 'claim_arrival_days' | 'claim_answer_days' | 'claim_reply_days' | 'claim_review_days'>;

/** Returns the rules of new orders. */
export async function newestTerms(db: Queryable): Promise<NewestTerms> {
  const [terms] = await rowsOf<NewestTerms>(db, NEWEST, []);
  if (!terms) throw new Error('there are no terms of orders');
  return terms;
}

const VALUES = [...TERM_NAMES, 'requires_contract', 'requires_steps', 'cancel_until', 'plans', 'country_plans'];
const ALL = statement(`
  select t.version, ${VALUES.map((name) => `t.${name}`).join(', ')}, t.reason, t.made_at as "madeAt", maker.name as "madeBy",
    approver.name as "approvedBy"
  from order_terms t left join admins maker on maker.id = t.made_by left join admins approver on approver.id = t.approved_by
  order by t.version desc`);

export type TermsVersion = Columns<TermsRow, 'version' | 'reason' | 'made_at'> &
  TermValues & { madeBy: string | null; approvedBy: string | null };

/** Returns all versions, the newest first. */
export function allTerms(db: Queryable): Promise<TermsVersion[]> {
  return rowsOf<TermsVersion>(db, ALL, []);
}

/** Returns the newest version and its values. No other version can be added until the transaction ends. */
export async function lockTerms(db: Queryable): Promise<{ version: number; values: TermValues }> {
  await db.query('lock table order_terms in share row exclusive mode');
  const [newest] = await allTerms(db);
  if (!newest) throw new Error('there are no terms of orders');
  const { version, reason, madeAt, madeBy, approvedBy, ...values } = newest;
  return { version, values };
}

const INSERT = statement(`
  insert into order_terms (version, requires_balance, reason, made_by, approved_by, ${VALUES.join(', ')})
  select version + 1, requires_balance, $2, $3, $4, ${VALUES.map((_, at) => `$${at + 5}`).join(', ')}
  from order_terms where version = $1`);

type NewVersion = { after: number; values: TermValues; reason: string; madeBy: number; approvedBy: number };

/** Adds the version that follows `after`. The database refuses it without the approval of exactly these values. */
export async function insertTerms(
  db: Queryable,
  { after, values, reason, madeBy, approvedBy }: NewVersion,
): Promise<void> {
  const {
    requires_contract: contract,
    requires_steps: steps,
    cancel_until: until,
    plans,
    country_plans: countryPlans,
  } = values;
  const figures = TERM_NAMES.map((name) => values[name]);
  await rowsOf(db, INSERT, [
    after,
    reason,
    madeBy,
    approvedBy,
    ...figures,
    contract,
    steps,
    until,
    plans,
    JSON.stringify(countryPlans),
  ]);
}
