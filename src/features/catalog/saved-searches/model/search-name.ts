import { activeFilters, type ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  optionMessage,
  optionsOf,
} from '#features/catalog/listings/model/listing-fields.ts';
import type { Translator } from '#lib/i18n/translator.ts';

const MAX_PARTS = 5;
const MAX_NAME = 120;

/** Names a search by what it asks for, such as 'BYD Han, from 2021, up to $20,000'. */
export function nameOfSearch(state: ExploreState, t: Translator): string {
  const { q, make, model, minYear, maxYear, year, minPrice, maxPrice, minLanded, maxLanded, city, province, to, mode } =
    state;
  const vehicles = make.length === 1 && model.length > 0 ? `${make[0]} ${model.join(', ')}` : make.join(', ');
  const parts = [
    q && t('searches.name.text', { text: q }),
    vehicles,
    ...CHOICE_FILTERS.flatMap((name) => state[name].map((value) => choiceText(name, value, t))),
    year !== null && String(year),
    minYear !== null && t('searches.name.from', { year: String(minYear) }),
    maxYear !== null && t('searches.name.until', { year: String(maxYear) }),
    minPrice !== null && t('searches.name.minPrice', { price: t.price(minPrice) }),
    maxPrice !== null && t('searches.name.maxPrice', { price: t.price(maxPrice) }),
    (minLanded !== null || maxLanded !== null) && t('searches.name.landed'),
    ...[...city, ...province].slice(0, 2),
    mode === 'buy' && to !== '' && t('searches.name.to', { country: t.region(to.slice(0, 2).toUpperCase()) }),
  ].filter((part) => typeof part === 'string' && part !== '');
  if (parts.length === 0)
    return t(activeFilters(state).length > 0 ? 'searches.name.filtered' : `searches.name.all.${mode}`);
  const name = parts.slice(0, MAX_PARTS).join(', ');
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name;
}

function choiceText(name: ChoiceFilter, value: string, t: Translator): string {
  const option = optionsOf(name).find((each) => each === value);
  return option ? t(optionMessage(name, option)) : value;
}
