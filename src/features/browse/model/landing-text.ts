import type { Translator } from '#lib/i18n/translator.ts';
import type { InventoryResponse } from './inventory-contract.ts';
import type { Landing } from './landing.ts';

/** Returns a title such as 'Used BYD cars for sale from China'. */
export function landingTitle({ offer, ...subject }: Landing, t: Translator): string {
  return t(`browse.title.${offer}`, { what: subjectOf(subject, t) });
}

function subjectOf({ make, model, carType }: Omit<Landing, 'offer'>, t: Translator): string {
  if (carType) return t(`browse.what.${carType}`);
  if (!make) return t('browse.what.all');
  return model ? t('browse.what.model', { make, model }) : t('browse.what.make', { make });
}

/** Returns sentences with facts about the cars of a landing page; none if there are no cars. */
export function landingSentences({ offer }: Landing, inventory: InventoryResponse, t: Translator): string[] {
  const { pagination, prices, years, models, model } = inventory;
  const count = pagination.totalItems;
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
