import type { ForeignPriceResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';

/** Says how prices of the search in other currencies were converted, or why they were not. */
export function ForeignPrices({ prices }: { prices: readonly ForeignPriceResponse[] | undefined }) {
  const t = useTranslator();
  return prices?.map((price) => (
    <p key={price.text} className="wrap-anywhere text-ink-soft">
      {priceText(t, price)}
    </p>
  ));
}

function priceText(t: Translator, { text, currencies, min, max, rateDate }: ForeignPriceResponse): string {
  const [currency] = currencies;
  if (rateDate !== null) {
    const day = t.date(rateDate, 'dayOfMonth');
    return min !== null && max !== null
      ? t('foreignPrice.between', { text, min: about(t, min), max: about(t, max), day })
      : t('foreignPrice.about', { text, amount: about(t, min ?? max ?? 0), day });
  }
  if (currency === undefined) return t('foreignPrice.unknown', { text });
  if (currencies.length > 1) return t('foreignPrice.several', { text, currencies: t.list([...currencies]) });
  return t('foreignPrice.noRate', { text, currency });
}

/** Three digits: a rate of some days ago is not more exact. */
const about = (t: Translator, dollars: number) => t.dollars(Number(dollars.toPrecision(3)), 'whole');
