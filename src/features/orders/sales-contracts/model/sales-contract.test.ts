import { expect, test } from 'vitest';
import { type ContractFacts, clausesOf } from './sales-contract.ts';

const FACTS: ContractFacts = {
  order: 'CQ-000042',
  operator: 'CarQuay Ltd',
  buyer: 'Amina {terms} Otieno',
  sellers: ['陈伟', 'Li Na'],
  cars: [
    { name: '2023 BYD Seal', vin: 'LGXCE4CB0N0123456' },
    { name: '2022 BYD Han', vin: null },
  ],
  priceCents: 123_456_789,
  taxCents: 80_000,
  feeCents: 30_000,
  totalCents: 123_566_789,
  plan: [
    { kind: 'deposit', cents: 277_500, dueOn: '2026-11-23' },
    { kind: 'balance', cents: 5, dueOn: '2026-11-30' },
  ],
  terms: 3,
  claimDays: 30,
  cancel: {
    freeDays: 3,
    until: 'export_papers',
    keptCents: 61_783,
    unpaid: { earlyCents: 154_459, lateCents: 154_459 },
  },
  law: 'England and Wales',
};
const textOf = (facts: ContractFacts, language: 'en' | 'zh') => clausesOf(facts).map(({ text }) => text[language]);

test('names parties, cars, amounts, plan and law in both languages', () => {
  const [english, chinese] = [textOf(FACTS, 'en').join('\n'), textOf(FACTS, 'zh').join('\n')];
  for (const text of [english, chinese]) {
    for (const part of [
      'CQ-000042',
      'CarQuay Ltd',
      '陈伟',
      'Li Na',
      'LGXCE4CB0N0123456',
      '2022 BYD Han',
      'England and Wales',
    ])
      expect(text).toContain(part);
    for (const amount of [
      'USD 1,234,567.89',
      'USD 800.00',
      'USD 300.00',
      'USD 1,235,667.89',
      'USD 2,775.00',
      'USD 0.05',
    ])
      expect(text).toContain(amount);
  }
  expect(english).toContain('deposit USD 2,775.00, due on 2026-11-23; balance USD 0.05, due on 2026-11-30');
  expect(chinese).toContain('定金 USD 2,775.00，应付日期 2026-11-23；余款 USD 0.05');
});

test('says what is kept if the balance is not paid, also by terms that name no share', () => {
  expect(textOf(FACTS, 'en').join('\n')).toContain('the car is released and USD 1,544.59 is kept');
  const old = {
    ...FACTS,
    cancel: { ...FACTS.cancel, freeDays: 30, keptCents: null, unpaid: { earlyCents: 0, lateCents: FACTS.totalCents } },
  };
  expect(textOf(old, 'en').join('\n')).toContain(
    'everything that was paid (nothing within 30 days of the booking) is kept',
  );
  expect(textOf(old, 'zh').join('\n')).toContain('扣留 全部已付款项（预订后 30 日内不扣留）');
});

test('says both amounts that are kept of an unpaid balance if they differ', () => {
  const facts = { ...FACTS, cancel: { ...FACTS.cancel, unpaid: { earlyCents: 138_750, lateCents: 222_000 } } };
  expect(textOf(facts, 'en').join('\n')).toContain('USD 2,220.00 (USD 1,387.50 within 3 days of the booking) is kept');
  expect(textOf(facts, 'zh').join('\n')).toContain('扣留 USD 2,220.00（预订后 3 日内扣留 USD 1,387.50）');
});

test('never reads what a user typed as a placeholder', () => {
  expect(textOf(FACTS, 'en').join('\n')).toContain('Amina {terms} Otieno');
});

test('says as the order terms that the buyer sends the full amount, and that a tolerated shortfall is waived', () => {
  expect(textOf(FACTS, 'en').join('\n')).toContain(
    'sends it so that the full amount arrives. A shortfall within the tolerance of the order terms (version 3) is waived.',
  );
  expect(textOf(FACTS, 'zh').join('\n')).toContain('订单条款（版本 3）规定的容许范围内的，予以免除');
});

test('uses a fallback clause if the operator named no law', () => {
  expect(textOf({ ...FACTS, law: '' }, 'en').join('\n')).toContain('not named by the operator');
  expect(textOf({ ...FACTS, law: '' }, 'zh').join('\n')).toContain('经营者未指定');
});

test('every clause has its own text in both languages', () => {
  const clauses = clausesOf({ ...FACTS, buyer: 'Amina' });
  expect(clauses.length).toBeGreaterThan(7);
  for (const { title, text } of clauses) {
    expect(`${title.zh}${text.zh}`).toMatch(/\p{Script=Han}/u);
    expect(`${title.en}${text.en}${text.zh}`).not.toMatch(/\{\w+\}/);
  }
});
