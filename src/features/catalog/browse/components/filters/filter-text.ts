import type { ExploreState, FilterName } from '#features/catalog/listings/model/criteria/explore-query.ts';
import { COLORS, type ValueFilter } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  optionMessage,
  optionsOf,
} from '#features/catalog/listings/model/listing-fields.ts';
import { inMiles } from '#features/catalog/listings/model/mileage.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import type { MileageUnit } from './mileage-unit.ts';

/** The text of one value in the list of its filter. */
export function valueText(t: Translator, name: ValueFilter | 'make' | 'model', value: string): string {
  const color = name === 'color' && COLORS.find((each) => each === value);
  if (color) return t(`filters.color.${color}`);
  const choice = CHOICE_FILTERS.find((each) => each === name);
  return choice ? choiceText(t, choice, value) : value;
}

function choiceText(t: Translator, name: ChoiceFilter, value: string): string {
  const option = optionsOf(name).find((each) => each === value);
  return option ? t(optionMessage(name, option)) : value;
}

type Limit = number | null;

function rangeText(t: Translator, min: Limit, max: Limit, write: (value: number) => string): string {
  if (min !== null && max !== null)
    return min === max ? write(min) : t('filters.between', { from: write(min), to: write(max) });
  if (min !== null) return t('filters.atLeast', { from: write(min) });
  return max === null ? '' : t('filters.atMost', { to: write(max) });
}

export const yearsText = (t: Translator, { minYear, maxYear }: ExploreState) => rangeText(t, minYear, maxYear, String);

export const engineText = (t: Translator, { minEngineCc, maxEngineCc }: ExploreState) =>
  rangeText(t, minEngineCc, maxEngineCc, (cc) => t('car.engine.cc', { cc }));

export const mileageText = (t: Translator, { minMileageKm, maxMileageKm }: ExploreState, unit: MileageUnit) =>
  rangeText(t, minMileageKm, maxMileageKm, (km) =>
    unit === 'km' ? t('cars.km', { km }) : t('cars.miles', { miles: inMiles({ value: km, unit: 'km' }) }),
  );

const wholeDollars = (t: Translator) => (dollars: number) => t.dollars(dollars, 'whole');

/** The country of the destination in the address. */
const countryText = (t: Translator, { to }: ExploreState) => (to === '' ? '' : t.region(to.slice(0, 2)));

/** The text of an active filter, or of one of its values. */
export function filterText(
  t: Translator,
  name: FilterName,
  { state, value, unit }: { state: ExploreState; value: string | null; unit: MileageUnit },
): string {
  switch (name) {
    case 'price':
      return rangeText(t, state.minPrice, state.maxPrice, t.price);
    case 'year':
      return String(state.year);
    case 'years':
      return yearsText(t, state);
    case 'mileage':
      return mileageText(t, state, unit);
    case 'engine':
      return engineText(t, state);
    case 'days':
      return t('filters.days', { from: t.date(state.from, 'dayOfMonth'), to: t.date(state.to, 'dayOfMonth') });
    case 'listedWithinDays':
      return t('filters.listed.days', { days: state.listedWithinDays ?? 0 });
    case 'minRating':
      return t('explore.rating.atLeast', { rating: state.minRating });
    case 'mayImport':
      return t(`filters.mayImport.${state.mayImport === 'any' ? 'any' : 'green'}`, { country: countryText(t, state) });
    case 'landed':
      return t('filters.landed.chosen', { range: rangeText(t, state.minLanded, state.maxLanded, wholeDollars(t)) });
    case 'certified':
    case 'hasVin':
    case 'hasReport':
      return t(`filters.${name}`);
    case 'seats':
    case 'doors':
      return t(`filters.${name}.chosen`, { count: Number(value) });
    case 'seller':
      return t('filters.seller');
    default:
      return valueText(t, name, value ?? '');
  }
}

/** The text of an active filter with all its values. */
export function wholeFilterText(t: Translator, name: FilterName, state: ExploreState, unit: MileageUnit): string {
  const values = name in state ? state[name as keyof ExploreState] : null;
  if (!Array.isArray(values)) return filterText(t, name, { state, value: null, unit });
  return values.map((value) => filterText(t, name, { state, value, unit })).join(', ');
}
