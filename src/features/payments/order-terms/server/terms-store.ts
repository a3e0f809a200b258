import { type Columns, type Queryable, query, queryColumn, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { OrderTerms as TermsRow } from '#lib/server/database/rows.ts';
import type { BankDays } from '../model/bank-days.ts';
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

type TermsVersion = Columns<TermsRow, 'version' | 'reason' | 'made_at'> &
  TermValues & { madeBy: string | null; approvedBy: string | null };

/** Returns all versions, the newest first. */
export const allTerms = query<TermsVersion>(`
  select t.version, ${VALUES.map((name) => `t.${name}`).join(', ')}, t.reason, t.made_at as "madeAt", maker.name as "madeBy",
    approver.name as "approvedBy"
  from order_terms t left join admins maker on maker.id = t.made_by left join admins approver on approver.id = t.approved_by
  order by t.version desc`);

/** Returns the newest version with its values. Blocks new versions until the transaction ends. */
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

/** Adds the version after `after`. A trigger rejects values without an approval. */
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

const FROM = statement('select day::text, is_open from bank_days where day between $1::date and $1::date + 400');

/** Returns the holidays and worked weekend days from a day on. */
export async function bankDaysFrom(db: Queryable, day: string): Promise<BankDays> {
  const rows = await rowsOf<{ day: string; is_open: boolean }>(db, FROM, [day]);
  return new Map(rows.map((row) => [row.day, row.is_open]));
}

export type SavedDay = { day: string; isOpen: boolean; name: string };

export const bankDaysOf = query<SavedDay, [year: number]>(`
  select day::text, is_open as "isOpen", name from bank_days where extract(year from day) = $1 order by day`);

export const yearsWithBankDays = queryColumn<number>(
  'select distinct extract(year from day)::int as year from bank_days order by 1',
);

/** Blocks other changes of the list until the transaction ends. */
export async function lockBankDays(db: Queryable): Promise<void> {
  await db.query('lock table bank_days in share row exclusive mode');
}

const REMOVE = statement('delete from bank_days where extract(year from day) = $1 and day <> all($2::date[])');
const SAVE = statement(`
  insert into bank_days (day, is_open, name, saved_by)
  select day, is_open, name, $4 from unnest($1::date[], $2::boolean[], $3::text[]) as given (day, is_open, name)
  on conflict (day) do update set is_open = excluded.is_open, name = excluded.name, saved_by = excluded.saved_by, saved_at = now()
    where (bank_days.is_open, bank_days.name) <> (excluded.is_open, excluded.name)`);

/** Replaces the days of a year. Unchanged days keep the administrator who saved them. */
export async function replaceBankDays(db: Queryable, year: number, days: SavedDay[], adminId: number): Promise<void> {
  const dates = days.map(({ day }) => day);
  await rowsOf(db, REMOVE, [year, dates]);
  await rowsOf(db, SAVE, [dates, days.map(({ isOpen }) => isOpen), days.map(({ name }) => name), adminId]);
}
