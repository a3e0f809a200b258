import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { PLAN_OFFERS, type PlanOffer } from './order-terms.ts';
import {
  CANCEL_STEPS,
  inOrder,
  TERM_FIELDS,
  TERM_NAMES,
  type TermChange,
  type TermField,
  type TermUnit,
  type TermValues,
} from './term-values.ts';

export const MAX_COUNTRIES = 60;
export const MAX_REASON_LENGTH = 500;

const PATTERN: Record<TermUnit, RegExp> = {
  percent: /^\d{1,3}(\.\d{1,2})?$/,
  money: /^\d{1,9}(\.\d{1,2})?$/,
  days: /^\d{1,3}$/,
  businessDays: /^\d{1,3}$/,
  hour: /^\d{1,2}$/,
  minutes: /^\d{1,3}$/,
  years: /^\d{1,2}$/,
};
const isDecimal = (unit: TermUnit) => unit === 'percent' || unit === 'money';

/** Returns what is typed in a field for a stored value. */
export function typedTerm(field: TermField, value: number): string {
  if (!isDecimal(TERM_FIELDS[field].unit)) return String(value);
  return value % 100 === 0 ? String(value / 100) : (value / 100).toFixed(2);
}

/** Returns the stored value; null if it is no number or out of bounds. */
function readTerm(field: TermField, typed: unknown): number | null {
  const { unit, least, most } = TERM_FIELDS[field];
  const text = String(typed ?? '').trim();
  if (!PATTERN[unit].test(text)) return null;
  const value = isDecimal(unit) ? Math.round(Number(text) * 100) : Number(text);
  return value >= least && value <= most ? value : null;
}

type Values = Record<string, unknown>;
type Problems = Record<string, MessageKey>;

/** Names of the fields that say which plans are offered: of everybody, or of the country in a row. */
export const planFields = (row: number | null) => {
  const prefix = row === null ? 'plans' : `country-${row}`;
  return {
    country: prefix,
    first: `${prefix}-first`,
    plan: (plan: PlanOffer) => `${prefix}-${plan}`,
  };
};

/** Reads the form. `terms` is null if a value is missing or not allowed. */
export function readTermsForm(values: Values): { terms: TermValues | null; problems: Problems } {
  const problems: Problems = {};
  const figures = Object.fromEntries(
    TERM_NAMES.map((field) => {
      const value = readTerm(field, values[field]);
      if (value === null) problems[field] = 'admin.terms.invalid';
      return [field, value ?? 0];
    }),
  ) as Record<TermField, number>;
  const plans = plansIn(values, null);
  if (plans.length === 0) problems[planFields(null).plan(PLAN_OFFERS[0])] = 'admin.terms.noPlan';
  const countryPlans: TermValues['country_plans'] = {};
  for (let row = 0; row < MAX_COUNTRIES; row++) {
    const { country: name, plan } = planFields(row);
    const country = String(values[name] ?? '');
    if (country === '') continue;
    const own = plansIn(values, row);
    if (country in countryPlans) problems[name] = 'admin.terms.countryTwice';
    if (own.length === 0) problems[plan(PLAN_OFFERS[0])] = 'admin.terms.noPlan';
    countryPlans[country] = own;
  }
  const terms = {
    ...figures,
    requires_contract: values.requires_contract === 'on',
    requires_steps: values.requires_steps === 'on',
    cancel_until: CANCEL_STEPS.find((step) => step === values.cancel_until) ?? CANCEL_STEPS[0],
    plans,
    country_plans: countryPlans,
  };
  return { terms: Object.keys(problems).length === 0 ? terms : null, problems };
}

function plansIn(values: Values, row: number | null): PlanOffer[] {
  const { plan, first } = planFields(row);
  const chosen = PLAN_OFFERS.filter((each) => values[plan(each)] === 'on');
  return inOrder(chosen, String(values[first] ?? ''));
}

/** Returns an error for each invalid field, or null if the form can be sent. */
export function termsProblems(values: Values): Problems | null {
  const { problems } = readTermsForm(values);
  const all: Problems =
    String(values.reason ?? '').trim() === '' ? { ...problems, reason: 'admin.terms.reasonNeeded' } : problems;
  return Object.keys(all).length === 0 ? null : all;
}

/** Returns a value of the terms in words: '5%', '7 days', '$25.00'. */
export function termWords(t: Translator, field: TermField, value: number): string {
  switch (TERM_FIELDS[field].unit) {
    case 'percent':
      return t('admin.terms.percent', { percent: String(value / 100) });
    case 'money':
      return t.cents(value);
    case 'days':
      return t('admin.terms.days', { days: value });
    case 'businessDays':
      return t('admin.terms.businessDays', { days: value });
    case 'hour':
      return t.clock(value);
    case 'minutes':
      return t('admin.terms.minutes', { minutes: value });
    case 'years':
      return t('admin.terms.years', { years: value });
  }
}

/** Returns plans in words, the proposed one first. */
export function plansWords(t: Translator, plans: readonly PlanOffer[]): string {
  return t.list(plans.map((plan) => t(`admin.terms.plan.${plan}`)));
}

/** Returns a change in words: 'Commission: 5% → 6%'. */
export function changeWords(t: Translator, change: TermChange): string {
  const [before, after] = valuesOf(t, change);
  return t('admin.terms.change', { name: nameOf(t, change), before, after });
}

function nameOf(t: Translator, change: TermChange): string {
  return change.field === 'country_plans'
    ? t('admin.terms.field.country_plans', { country: t.region(change.country) })
    : t(`admin.terms.field.${change.field}`);
}

function valuesOf(t: Translator, change: TermChange): [string, string] {
  switch (change.field) {
    case 'cancel_until':
      return [t(`admin.terms.cancelUntil.${change.before}`), t(`admin.terms.cancelUntil.${change.after}`)];
    case 'requires_contract':
    case 'requires_steps':
      return [yesNo(t, change.before), yesNo(t, change.after)];
    case 'plans':
      return [plansWords(t, change.before), plansWords(t, change.after)];
    case 'country_plans':
      return [countryWords(t, change.before), countryWords(t, change.after)];
    default:
      return [termWords(t, change.field, change.before), termWords(t, change.field, change.after)];
  }
}

export const yesNo = (t: Translator, value: boolean) => t(value ? 'admin.terms.yes' : 'admin.terms.no');
const countryWords = (t: Translator, plans: PlanOffer[] | null) =>
  plans === null ? t('admin.terms.asEverywhere') : plansWords(t, plans);
