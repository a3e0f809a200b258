import type { Translator } from '#lib/i18n/translator.ts';
import type { Crumb } from '#lib/pages/structured-data.ts';
import { paths } from '#paths.ts';
import type { InventoryResponse } from './inventory-contract.ts';
import { bandRange, type Landing, type LandingKind, landingPath, subjectOf } from './landing.ts';

/** Returns a title such as 'Used BYD cars for sale from China'. */
export function landingTitle(landing: Landing, t: Translator): string {
  return t(`browse.title.${landing.offer}`, { what: carsOf(landing, t) });
}

/** What the cars of a landing page are called in its title. */
function carsOf(landing: Landing, t: Translator): string {
  const subject = subjectOf(landing);
  return subject ? WHAT[subject.kind](landing, t) : t('browse.what.all');
}

const WHAT: Record<LandingKind, (landing: Landing, t: Translator) => string> = {
  carType: ({ carType }, t) => (carType ? t(`browse.what.${carType}`) : ''),
  fuelType: ({ fuelType }, t) => (fuelType ? t(`browse.what.fuel.${fuelType}`) : ''),
  province: ({ province }, t) => t('browse.what.province', { province: province ?? '' }),
  priceBand: (landing, t) => bandText(landing, 'browse.what.price', t),
  model: ({ make, model }, t) => t('browse.what.model', { make: make ?? '', model: model ?? '' }),
  make: ({ make }, t) => t('browse.what.make', { make: make ?? '' }),
};

const NAMES: Record<LandingKind, (landing: Landing, t: Translator) => string> = {
  carType: ({ carType }, t) => (carType ? t(`cars.carType.${carType}`) : ''),
  fuelType: ({ fuelType }, t) => (fuelType ? t(`cars.fuelType.${fuelType}`) : ''),
  province: ({ province }) => province ?? '',
  priceBand: (landing, t) => bandText(landing, 'browse.band', t),
  model: ({ model }) => model ?? '',
  make: ({ make }) => make ?? '',
};

/** Returns the name of a landing page in links and breadcrumbs, such as 'BYD' or 'Electric'. */
export function landingName(landing: Landing, t: Translator): string {
  const subject = subjectOf(landing);
  return subject ? NAMES[subject.kind](landing, t) : t(`browse.crumb.${landing.offer}`);
}

function bandText({ offer, priceBand }: Landing, message: 'browse.what.price' | 'browse.band', t: Translator): string {
  const { min, max } = bandRange(offer, priceBand ?? '') ?? {};
  const [from, to] = [t.price(min ?? 0), t.price(max ?? 0)];
  if (min === undefined) return t(`${message}.atMost`, { to });
  return max === undefined ? t(`${message}.atLeast`, { from }) : t(`${message}.between`, { from, to });
}

/** Returns sentences with facts about the cars of a landing page; none if there are no cars. */
export function landingSentences({ offer }: Landing, inventory: InventoryResponse, t: Translator): string[] {
  const { pagination, prices, years, models, model } = inventory;
  // Cars that may not be imported are left out of the list, not of the facts.
  const count = pagination.totalItems + (inventory.destination?.prohibited ?? 0);
  if (count === 0) return [];
  const sentences = [t(`browse.count.${offer}`, { count })];
  if (prices) {
    const [least, most] = [t.price(prices.least), t.price(prices.most)];
    sentences.push(
      t(prices.least === prices.most ? `browse.price.${offer}` : `browse.prices.${offer}`, { least, most }),
    );
  }
  if (years) {
    const [oldest, newest] = [String(years.oldest), String(years.newest)];
    sentences.push(t(oldest === newest ? 'browse.year' : 'browse.years', { oldest, newest }));
  }
  if (model === null && models.length > 1) {
    const [first = '', second = '', third] = models.map((each) => modelName(each, inventory.make !== null));
    sentences.push(
      third === undefined
        ? t('browse.models.two', { first, second })
        : t('browse.models.three', { first, second, third }),
    );
  }
  return sentences;
}

const modelName = ({ make, model }: { make: string; model: string }, known: boolean) =>
  known ? model : `${make} ${model}`;

/** Breadcrumbs of a landing page. The last one, the page itself, has no link. */
export function landingCrumbs(landing: Landing, t: Translator): Crumb[] {
  const { offer, make } = landing;
  const subject = subjectOf(landing);
  const above: Landing[] = [{ offer }, ...(subject?.kind === 'model' ? [{ offer, make: make ?? null }] : [])];
  const pages = subject ? [...above, landing] : above;
  const crumbs = [
    { name: t('car.breadcrumbs.home'), to: paths.home },
    ...pages.map((page) => ({ name: landingName(page, t), to: landingPath(page) })),
  ];
  return crumbs.map(({ name, to }, index) => (index < crumbs.length - 1 ? { name, to } : { name }));
}
