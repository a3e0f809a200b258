import { expect, test } from 'vitest';
import { claims } from '#content/claims.ts';
import { changesOf, inOrder, type TermValues } from './term-values.ts';
import { readTermsForm, termsProblems, typedTerm } from './terms-form.ts';

const TERMS: TermValues = {
  commission_bps: 500,
  balance_days: 7,
  grace_days: 7,
  hold_days: 3,
  tolerance_cents: 2500,
  tolerance_bps: 200,
  security_cents: 0,
  refund_limit_cents: 1_000_000,
  payout_limit_cents: 2_000_000,
  claim_days: 45,
  claim_arrival_days: 60,
  claim_answer_days: 5,
  claim_reply_days: 3,
  claim_review_days: 14,
  claim_limit_cents: 500_000,
  cash_limit_cents: 1_000_000,
  cancel_free_days: 3,
  kept_cancel_bps: 500,
  kept_unpaid_bps: 1250,
  payout_days: 30,
  pick_up_hour: 9,
  return_hour: 18,
  return_grace_minutes: 60,
  rental_fee_days: 365,
  renter_min_age: 21,
  cancel_until: 'export_papers',
  requires_steps: true,
  requires_contract: true,
  plans: ['deposit_25'],
  country_plans: {},
};
const TYPED = {
  commission_bps: '5',
  balance_days: '7',
  grace_days: '7',
  hold_days: '3',
  tolerance_cents: '25',
  tolerance_bps: '2',
  security_cents: '0',
  refund_limit_cents: '10000',
  payout_limit_cents: '20000',
  claim_days: '45',
  claim_arrival_days: '60',
  claim_answer_days: '5',
  claim_reply_days: '3',
  claim_review_days: '14',
  claim_limit_cents: '5000',
  cash_limit_cents: '10000',
  cancel_free_days: '3',
  kept_cancel_bps: '5',
  kept_unpaid_bps: '12.50',
  payout_days: '30',
  pick_up_hour: '9',
  return_hour: '18',
  return_grace_minutes: '60',
  rental_fee_days: '365',
  renter_min_age: '21',
  cancel_until: 'export_papers',
  requires_steps: 'on',
  requires_contract: 'on',
  'plans-deposit_25': 'on',
  'plans-first': 'deposit_25',
};

test('a form that is sent as it was shown changes nothing', () => {
  expect(typedTerm('commission_bps', 525)).toBe('5.25');
  expect(typedTerm('hold_days', 300)).toBe('300');
  expect(readTermsForm(TYPED)).toEqual({ terms: TERMS, problems: {} });
  expect(changesOf(TERMS, TERMS)).toEqual([]);
});

test('decimals are exact, and values out of bounds are marked', () => {
  expect(readTermsForm({ ...TYPED, commission_bps: '5.07', tolerance_cents: '0.29' }).terms).toMatchObject({
    commission_bps: 507,
    tolerance_cents: 29,
  });
  for (const [field, value] of [
    ['hold_days', '0'],
    ['hold_days', '2.5'],
    ['refund_limit_cents', '-1'],
    ['payout_limit_cents', '1000000.01'],
    ['commission_bps', '50.01'],
    ['commission_bps', '5,5'],
    ['commission_bps', '1e1'],
    ['balance_days', ''],
  ] as const)
    expect(readTermsForm({ ...TYPED, [field]: value }), `${field} ${value}`).toEqual({
      terms: null,
      problems: { [field]: 'admin.terms.invalid' },
    });
  expect(termsProblems(TYPED)).toEqual({ reason: 'admin.terms.reasonNeeded' });
  expect(termsProblems({ ...TYPED, reason: 'Costs rose.' })).toBeNull();
});

test('a new version accepts claims for at least as many days as pages of cars promise', () => {
  const days = (of: number) => readTermsForm({ ...TYPED, claim_days: String(of) }).problems;
  expect([days(claims.moneyBackDays - 1), days(claims.moneyBackDays)]).toEqual([
    { claim_days: 'admin.terms.invalid' },
    {},
  ]);
});

test('plans are read with the proposed one first, also of countries', () => {
  const typed = {
    ...TYPED,
    'plans-full': 'on',
    'plans-first': 'full',
    'country-0': 'KE',
    'country-0-deposit_50': 'on',
    'country-0-deposit_30': 'on',
    'country-0-first': 'deposit_25',
    'country-1': '',
    'country-1-full': 'on',
  };
  const { terms } = readTermsForm(typed);
  expect(terms).toMatchObject({ plans: ['full', 'deposit_25'], country_plans: { KE: ['deposit_30', 'deposit_50'] } });
  expect(changesOf(TERMS, terms!)).toEqual([
    { field: 'plans', before: ['deposit_25'], after: ['full', 'deposit_25'] },
    { field: 'country_plans', country: 'KE', before: null, after: ['deposit_30', 'deposit_50'] },
  ]);
  expect(readTermsForm({ ...typed, 'country-1': 'KE' }).problems).toEqual({ 'country-1': 'admin.terms.countryTwice' });
  expect(readTermsForm({ ...typed, 'country-1': 'ZA', 'country-1-full': '' }).problems).toEqual({
    'country-1-deposit_25': 'admin.terms.noPlan',
  });
  expect(inOrder(['full', 'deposit_30'], 'deposit_25')).toEqual(['deposit_30', 'full']);
});
