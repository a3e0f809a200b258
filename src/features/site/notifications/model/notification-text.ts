import type { Translator } from '#lib/i18n/translator.ts';
import { amountOf } from '#lib/money.ts';
import type { FactsOf, News, NotifiedCar } from './kinds.ts';

export type NotificationText = {
  title: string;
  /** One line each. */
  lines: string[];
  /** A page of this site. */
  path: string;
};

/** Writes a notification in one language. */
export function textOfNews({ kind, facts }: News, t: Translator): NotificationText {
  switch (kind) {
    case 'search.cars':
    case 'seller.cars':
      return { title: t(`notifications.${kind}`, { count: facts.count, name: facts.name }), ...carsText(facts, t) };
    case 'search.rules':
      return {
        title: t('notifications.search.rules', { country: t.region(facts.country) }),
        lines: [
          ...facts.changes,
          ...(facts.moreChanges > 0 ? [t('notifications.moreChanges', { count: facts.moreChanges })] : []),
          t('notifications.search.rules.cars', { name: facts.name, now: facts.now, before: facts.before }),
        ],
        path: facts.path,
      };
    case 'favorite.cheaper':
      return {
        title: t('notifications.favorite.cheaper', { car: facts.name, price: priceOf(facts, t) }),
        lines: [t('notifications.favorite.cheaper.was', { price: t.price(amountOf(facts.wasCents)) })],
        path: facts.path,
      };
    case 'favorite.back':
      return {
        title: t('notifications.favorite.back', { car: facts.name }),
        lines: [t('notifications.favorite.back.price', { price: priceOf(facts, t) })],
        path: facts.path,
      };
    case 'favorite.sold':
    case 'favorite.held':
      return {
        title: t(`notifications.${kind}`, { car: facts.name }),
        lines: [t(`notifications.${kind}.text`)],
        path: facts.path,
      };
  }
}

/** A single car is shown itself, several as their list. */
function carsText({ cars, count, path }: FactsOf<'search.cars'>, t: Translator): Omit<NotificationText, 'title'> {
  const lines = cars.map((car) => carLine(car, t));
  if (count > cars.length) lines.push(t('notifications.moreCars', { count: count - cars.length }));
  return { lines, path: count === 1 && cars[0] ? cars[0].path : path };
}

function carLine(car: NotifiedCar, t: Translator): string {
  const values = { car: car.name, price: priceOf(car, t) };
  if (car.reason === 'sold') return t('notifications.car.sold', { car: car.name });
  if (car.reason === 'cheaper' && car.wasCents !== null)
    return t('notifications.car.cheaper', { ...values, was: t.price(amountOf(car.wasCents)) });
  return t(car.reason === 'back' ? 'notifications.car.back' : 'notifications.car.new', values);
}

const priceOf = ({ cents, isRental }: { cents: number; isRental: boolean }, t: Translator) =>
  isRental ? t('notifications.perDay', { price: t.price(amountOf(cents)) }) : t.price(amountOf(cents));
