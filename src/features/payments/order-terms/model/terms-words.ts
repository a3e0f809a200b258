import type { Translator } from '#lib/i18n/translator.ts';
import type { PlanOffer } from './plan-offer.ts';
import { TERM_FIELDS, type TermChange, type TermField } from './term-values.ts';

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
