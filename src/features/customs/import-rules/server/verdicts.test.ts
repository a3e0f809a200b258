import { describe, expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type Buyer, type ImportCar, type Proof, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { prepareCountry } from '../model/prepare-country.ts';
import type { RuleBook } from '../model/rows/rule-book.ts';
import type { Rule } from '../model/rows/rule-rows.ts';
import { agesOf } from '../model/verdict/ages.ts';
import { type Verdict, verdictOf } from '../model/verdict/verdict.ts';
import { readSeed } from './book/seed.ts';

const book = await readSeed();

type Given = Partial<ImportCar> & { on?: string; today?: string; buyer?: Buyer };

/** A petrol car with left-hand drive that a Chinese owner registered in June 2022. */
const COMMON: ImportCar = {
  ...UNKNOWN_CAR,
  production: dateRange('2022-05'),
  firstRegistration: dateRange('2022-06'),
  modelYear: 2022,
  steering: 'left',
  fuel: 'petrol',
  engineCc: 1498,
  emissionStage: 6,
  madeIn: 'CN',
};

function verdict(country: string, given: Given = {}, rules = book): Verdict {
  const { on = '2026-11-22', today = '2026-11-22', buyer = 'person', ...facts } = given;
  return verdictOf(prepareCountry(rules, country, on)!, { ...COMMON, ...facts }, { on, today, buyer });
}

const local = (country: string): Proof[] => [`local:${country}`];
const made = (text: string) => ({ production: dateRange(text), firstRegistration: dateRange(text) });

describe('green, when sources decide all three gates', () => {
  test.each<[string, string, Given]>([
    ['GH', 'up to ten years, with its certificate', { ...made('2016'), conformity: local('GH') }],
    ['NG', 'up to twelve years, with its certificate', { ...made('2014'), conformity: local('NG') }],
    ['GE', 'up to six years', { ...made('2020') }],
    ['TZ', 'right-hand drive, with its certificate', { ...made('2010'), steering: 'right', conformity: local('TZ') }],
  ])('%s: %s', (country, _, given) => {
    expect(verdict(country, given)).toMatchObject({ light: 'green', doubts: [] });
  });
});

describe('amber', () => {
  test.each<[string, string, Given, object]>([
    ['GH', 'without the certificate', {}, { why: 'conditional', ruleId: 'GH-conformity-1' }],
    ['GH', 'over ten years', { ...made('2015'), conformity: local('GH') }, { why: 'conditional', ruleId: 'GH-age-1' }],
    [
      'GH',
      'age not known',
      { production: null, conformity: local('GH') },
      { why: 'factMissing', facts: ['production'] },
    ],
    ['GH', 'certificate of another country', { conformity: local('NG') }, { why: 'conditional' }],
    ['GE', 'over six years', made('2019'), { why: 'conditional', ruleId: 'GE-age-2' }],
    ['GE', 'emission not known', { emissionStage: null }, { why: 'factMissing', facts: ['emissionStage'] }],
    ['GE', 'right-hand drive', { steering: 'right' }, { why: 'conditional' }],
    ['CI', 'conformity rests on one source', { conformity: ['eu'] }, { why: 'thin' }],
    ['KE', 'right-hand drive in 2026', { steering: 'right' }, { why: 'conditional' }],
    [
      'KE',
      'the expected limit of 2027, which is not published',
      { ...made('2019-06'), steering: 'right', on: '2027-03-01' },
      { why: 'conditional', ruleId: 'KE-age-4' },
    ],
    ['AE', 'Gulf specification not shown', {}, { why: 'conditional' }],
    ['SA', 'even with Gulf papers', { conformity: ['gulf'] }, { why: 'conditional' }],
    ['DO', 'no rule on conformity', {}, { why: 'noRule', gate: 'conformity' }],
    ['TJ', 'no rule on conformity', {}, { why: 'noRule', gate: 'conformity' }],
    ['SN', 'no rule on steering', {}, { why: 'noRule' }],
    ['UG', 'steering is disputed', {}, { why: 'unsourced' }],
    ['NP', 'nothing is known', {}, { why: 'noRule' }],
    ['MX', 'country of assembly not known', { madeIn: null }, { why: 'factMissing', facts: ['madeIn'] }],
    ['DE', 'by the rules of the European Union', {}, { why: 'noRule', gate: 'age' }],
    ['FR', 'by the rules of the European Union', {}, { why: 'noRule', gate: 'age' }],
    ['US', 'from 25 years on, steering is not known', made('2000'), { why: 'noRule', gate: 'steering' }],
    ['US', 'with the label of its maker', { conformity: ['us'] }, { why: 'noRule', gate: 'steering' }],
    ['JO', 'with European approval', { conformity: ['eu'] }, { why: 'thin' }],
  ])('%s: %s', (country, _, given, doubt) => {
    const { light, doubts } = verdict(country, given);
    expect(light).toBe('amber');
    expect(doubts[0]).toMatchObject(doubt);
  });
});

describe('red, when a source prohibits the car', () => {
  test.each<[string, string, Given]>([
    ['KE', 'first registered before 2019', { steering: 'right', ...made('2018') }],
    ['KE', 'left-hand drive', {}],
    ['KE', 'left-hand drive in 2027', { on: '2027-03-01' }],
    ['TZ', 'left-hand drive', { conformity: local('TZ') }],
    ['ZM', 'left-hand drive', {}],
    ['MW', 'left-hand drive', {}],
    ['US', 'under 25 years, without the label of its maker', { conformity: ['eu'] }],
    ['US', 'a month short of 25 years', made('2001-12')],
    ['ZA', 'used cars', { steering: 'right' }],
    ['EG', 'used cars', {}],
    ['JO', 'without proof of conformity', {}],
    ['ET', 'petrol', {}],
    ['ET', 'diesel', { fuel: 'diesel' }],
    ['ZW', 'ten years and more', made('2016-10')],
    ['GE', 'made before 2013', made('2012-12')],
    ['MX', 'made in China', {}],
    ['SA', 'over five model years, known by its production', { modelYear: null, ...made('2019') }],
    ...['RW', 'CD', 'KG', 'KZ', 'JO', 'AE', 'SA', 'GH', 'NG', 'MA', 'TJ', 'AZ'].map(
      (country): [string, string, Given] => [
        country,
        'right-hand drive',
        { steering: 'right', conformity: ['gulf', 'eu'] },
      ],
    ),
  ])('%s: %s', (country, _, given) => {
    const { light, doubts, reasons } = verdict(country, given);
    expect(light).toBe('red');
    expect(doubts[0]?.why).toBe('prohibited');
    expect(reasons[0]?.outcome).toBe('prohibited');
    expect(reasons[0]?.sources).not.toEqual([]);
  });
});

test('a Chinese registration of 180 days or less needs the letter of the maker', () => {
  const given = (day: string) => verdict('GE', { production: dateRange('2026-01'), firstRegistration: dateRange(day) });
  expect(given('2026-05-26')).toMatchObject({
    light: 'amber',
    doubts: [{ why: 'conditional', ruleId: 'CN-origin-1' }],
  });
  expect(given('2026-05-25').light).toBe('green');
});

test('the day of arrival decides, and the verdict has the last day that passes', () => {
  const given = (on: string) => verdict('ZW', { production: dateRange('2017-02-10'), on });
  expect(given('2026-11-22')).toMatchObject({ light: 'amber', mustArriveBy: '2027-02-09' });
  expect(given('2027-02-09').light).toBe('amber');
  expect(given('2027-02-10')).toMatchObject({ light: 'red', mustArriveBy: null });
  expect(verdict('KE', { steering: 'right' }).mustArriveBy).toBe('2026-12-31');
});

test('conformity is not required, proven, unproven or unknown', () => {
  expect(verdict('GE').gates.conformity).toBe('notRequired');
  expect(verdict('GH', { conformity: local('GH') }).gates.conformity).toBe('proven');
  expect(verdict('GH').gates.conformity).toBe('unproven');
  expect(verdict('DO').gates.conformity).toBe('unknown');
  expect(verdict('KE').gates.conformity).toBe('unknown');
});

test('the kind of buyer changes the verdict', () => {
  const young: Given = { production: dateRange('2024-06'), firstRegistration: dateRange('2024-06') };
  expect(verdict('DZ', { ...young, buyer: 'person' }).light).toBe('amber');
  expect(verdict('DZ', { ...young, buyer: 'dealer' }).light).toBe('red');
  expect(verdict('KZ', { ...young, buyer: 'dealer' }).light).toBe('red');
  expect(verdict('KZ', { ...young, buyer: 'person' }).light).toBe('amber');
  expect(verdict('ZA', { buyer: 'returning', steering: 'right' }).light).toBe('amber');
});

test('a light is amber from the day on which its rules are 90 days old', () => {
  expect(verdict('GE', { today: '2027-02-19' })).toMatchObject({ light: 'green', staleOn: '2027-02-20' });
  const later = verdict('GE', { today: '2027-02-20' });
  expect(later.light).toBe('amber');
  expect(new Set(later.doubts.map(({ why }) => why))).toEqual(new Set(['stale']));
  expect(verdict('KE', { today: '2027-02-20' }).light).toBe('amber');
});

test('a rule needs two sources or an official one to decide', () => {
  const only = (rule: Partial<Rule>): RuleBook => ({
    ...book,
    rules: book.rules.map((row) => (row.id === 'GE-conformity-1' ? { ...row, ...rule } : row)),
  });
  expect(verdict('GE', {}, only({ sources: ['JCT-GE'] })).light).toBe('amber');
  expect(verdict('GE', {}, only({ sources: ['JCT-GE', 'DONGUK'] })).light).toBe('amber');
  expect(verdict('GE', {}, only({ sources: ['JCT-GE', 'CANGO-GE'] })).light).toBe('green');
  expect(verdict('GE', {}, only({ sources: ['KEBS23'] })).light).toBe('green');
});

test('a prohibition without a known source is not red', () => {
  const rules = book.rules.map((row) => (row.id === 'NG-steering-1' ? { ...row, sources: ['GONE'] } : row));
  expect(verdict('NG', { steering: 'right' }).light).toBe('red');
  expect(verdict('NG', { steering: 'right' }, { ...book, rules }).light).toBe('amber');
});

test('a correction replaces the row that it names', () => {
  const rule = book.rules.find(({ id }) => id === 'GE-age-1')!;
  const correction: Rule = { ...rule, id: 'GE-age-1b', test: 'made>=2023', supersedes: rule.id };
  expect(verdict('GE', {}, { ...book, rules: [...book.rules, correction] }).light).toBe('red');
});

test('an unknown country has no verdict', () => {
  expect(prepareCountry(book, 'XX', '2026-11-22')).toBeNull();
});

test('lists each age that rules and charges of a country count', () => {
  const at = { on: '2026-11-22', today: '2026-11-22', buyer: 'person' } as const;
  const ages = agesOf(prepareCountry(book, 'GE', at.on)!, { ...COMMON, ...made('2020') }, at);
  expect(ages.map(({ method, from, least, most }) => ({ method, from, least, most }))).toEqual([
    { method: 'days', from: 'registered', least: 2152, most: 2517 },
    { method: 'fixedYear', from: 'made', least: 2020, most: 2020 },
    { method: 'calendarYears', from: 'made', least: 6, most: 6 },
  ]);
});
