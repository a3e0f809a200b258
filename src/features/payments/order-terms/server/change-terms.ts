import { createHash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import {
  type ApprovalKind,
  actingAdmin,
  audit,
  type Outcome,
  openProposal,
  propose,
  refused,
} from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Origin, SignedInAdmin } from '#lib/server/http/caller.ts';
import {
  type BankDaysBody,
  type BankDaysResponse,
  storedTerms,
  type TermsProposal,
  termValues,
} from '../model/order-terms-contract.ts';
import { CANCEL_STEPS, changesOf, TERM_NAMES } from '../model/term-values.ts';
import { changeWords } from '../model/terms-form.ts';
import {
  allTerms,
  bankDaysOf,
  insertTerms,
  lockBankDays,
  lockTerms,
  replaceBankDays,
  type SavedDay,
  yearsWithBankDays,
} from './terms-store.ts';

const payloadSchema = z.object({
  /** The newest version when the change was proposed, and its values. */
  after: z.int(),
  before: storedTerms,
  terms: termValues,
  reason: z.string(),
});

/** Defaults for proposals that are older than a term. Both sides get the same value, so it is no change. */
const ABSENT = {
  ...Object.fromEntries(TERM_NAMES.map((name) => [name, 0])),
  requires_contract: false,
  requires_steps: false,
  cancel_until: CANCEL_STEPS[0],
  plans: [],
  country_plans: {},
};
const termsOfAnyTime = z.preprocess((terms) => ({ ...ABSENT, ...(terms as object) }), storedTerms);
const payloadOfAnyTime = payloadSchema.extend({ before: termsOfAnyTime, terms: termsOfAnyTime });

/** Makes an approved proposal the next version of the terms, for new orders. */
export const termsChange: ApprovalKind = {
  kind: 'order terms',
  permission: 'terms:write',
  summary(payload, t) {
    const { after, before, terms, reason } = payloadOfAnyTime.parse(payload);
    const changes = changesOf(before, terms).map((change) => changeWords(t, change));
    return t('admin.terms.approval', { version: after + 1, changes: changes.join('; '), reason });
  },
  async execute(db, payload, { proposerId, approverId, origin }) {
    const { after, before, terms, reason } = payloadSchema.parse(payload);
    if ((await lockTerms(db)).version !== after) throw changedMeanwhile();
    await insertTerms(db, { after, values: terms, reason, madeBy: proposerId, approvedBy: approverId });
    await audit(db, origin, {
      actor: actingAdmin(approverId),
      action: 'order terms changed',
      details: { version: after + 1, proposer: proposerId, reason, changes: changesOf(before, terms) },
    });
  },
};

const changedMeanwhile = () =>
  new AppError('conflict', 'the terms changed', { messageKey: 'admin.terms.changedMeanwhile' });

/** Proposes the next version to a second person. Throws `conflict` if the page showed an outdated version. */
export function proposeTerms(
  pool: pg.Pool,
  admin: SignedInAdmin,
  { after, reason, ...terms }: TermsProposal,
  origin: Origin,
): Promise<Outcome> {
  return withTransaction(pool, async (db) => {
    const newest = await lockTerms(db);
    if (newest.version !== after) throw changedMeanwhile();
    if (await openProposal(db, termsChange.kind)) return refused('admin.terms.proposalFirst');
    if (changesOf(newest.values, terms).length === 0) return refused('admin.terms.nothingChanges');
    return propose(db, termsChange, { after, before: newest.values, terms, reason }, admin, origin);
  });
}

/** Returns all versions and the proposal that waits for a second person. */
export async function readTerms(db: Queryable) {
  const versions = await allTerms(db);
  const open = await openProposal(db, termsChange.kind);
  return { versions, proposal: open && { ...open, ...payloadSchema.parse(JSON.parse(open.payload)) } };
}

/** Returns the days of a year, by default of the current one. */
export async function readBankDays(db: Queryable, clock: Clock, asked: number | undefined): Promise<BankDaysResponse> {
  const thisYear = clock.now().getUTCFullYear();
  const year = asked ?? thisYear;
  const [days, known] = [await bankDaysOf(db, year), await yearsWithBankDays(db)];
  return {
    flag: '1',
    year,
    years: [...new Set([...known, year, thisYear, thisYear + 1])].sort(),
    days: days.map(({ day, isOpen, name }) => ({ day, is_open: isOpen, name })),
    seen: fingerprint(days),
  };
}

/** Hashes a list to detect that another person has saved it meanwhile. */
function fingerprint(days: SavedDay[]): string {
  const content = days.map(({ day, isOpen, name }) => [day, isOpen, name]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}

/** Replaces the days of a year. Running holds keep their end. */
export function saveBankDays(
  pool: pg.Pool,
  clock: Clock,
  admin: SignedInAdmin,
  { year, days, seen }: BankDaysBody,
  origin: Origin,
): Promise<BankDaysResponse> {
  return withTransaction(pool, async (db) => {
    await lockBankDays(db);
    const before = await bankDaysOf(db, year);
    if (fingerprint(before) !== seen)
      throw new AppError('conflict', 'the bank days changed', { messageKey: 'admin.bankDays.changedMeanwhile' });
    const wanted = days.map(({ day, is_open: isOpen, name }) => ({ day, isOpen, name }));
    await replaceBankDays(db, year, wanted, admin.id);
    const after = await bankDaysOf(db, year);
    const inWords = (list: SavedDay[]) =>
      list.map(({ day, isOpen, name }) => `${day} ${isOpen ? 'open' : 'closed'} ${name}`);
    const [old, saved] = [inWords(before), inWords(after)];
    await audit(db, origin, {
      actor: actingAdmin(admin.id),
      action: 'bank days changed',
      details: {
        year,
        added: saved.filter((day) => !old.includes(day)),
        removed: old.filter((day) => !saved.includes(day)),
      },
    });
    return readBankDays(db, clock, year);
  });
}
