import { useEffect, useRef, useState } from 'react';
import { PRICE_SLIDER } from '#features/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { PriceField } from './price-field.tsx';
import './price-range.css';

const SETTLED_MS = 300;

type Range = { minPrice: number; maxPrice: number };
type PriceRangeProps = { form: string; label: string; range: Range; onChoose: (range: Range) => void };

/** A slider with two thumbs and two exact fields. Without JavaScript, only the fields are submitted. */
export function PriceRange({ form, label, range, onChoose }: PriceRangeProps) {
  const t = useTranslator();
  const [{ minPrice, maxPrice }, slide] = useDraft(range, onChoose);
  const commit = (prices: [number, number]) => {
    const [min = 0, max = 0] = prices.sort((a, b) => a - b);
    onChoose({ minPrice: min, maxPrice: max });
  };
  const thumb = 'price-thumb absolute inset-x-0 m-0 h-11 w-full';
  const share = (price: number) => (price / PRICE_SLIDER.max) * 100;
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="relative -mx-2.5 h-11 noscript:hidden">
        <svg
          className="absolute inset-x-5.5 inset-y-0 my-auto h-1.5 w-[calc(100%-2.75rem)] rtl:-scale-x-100"
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width="100" height="1" className="fill-line" />
          <rect x={share(minPrice)} width={share(maxPrice - minPrice)} height="1" className="fill-ink" />
        </svg>
        <input
          type="range"
          aria-label={t('explore.price.lowest')}
          aria-valuetext={t.price(minPrice)}
          min={PRICE_SLIDER.min}
          max={PRICE_SLIDER.max}
          step={PRICE_SLIDER.step}
          value={minPrice}
          onChange={(event) => slide({ maxPrice, minPrice: Math.min(event.target.valueAsNumber, maxPrice) })}
          className={`${thumb} ${minPrice > PRICE_SLIDER.max / 2 ? 'z-1' : ''}`}
        />
        <input
          type="range"
          aria-label={t('explore.price.highest')}
          aria-valuetext={
            maxPrice < PRICE_SLIDER.max ? t.price(maxPrice) : t('explore.price.noMaximum', { price: t.price(maxPrice) })
          }
          min={PRICE_SLIDER.min}
          max={PRICE_SLIDER.max}
          step={PRICE_SLIDER.step}
          value={maxPrice}
          onChange={(event) => slide({ minPrice, maxPrice: Math.max(event.target.valueAsNumber, minPrice) })}
          className={thumb}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          form={form}
          name="minPrice"
          label={t('explore.price.from')}
          value={minPrice}
          onChoose={(price) => commit([price, maxPrice])}
        />
        <PriceField
          form={form}
          name="maxPrice"
          label={t('explore.price.to')}
          value={maxPrice}
          onChoose={(price) => commit([minPrice, price])}
        />
      </div>
    </fieldset>
  );
}

/** Holds the range while a thumb moves, and reports it once the thumb rests. */
function useDraft(range: Range, onChoose: (range: Range) => void) {
  const [draft, setDraft] = useState<Range | null>(null);
  const latest = useRef(onChoose);
  useEffect(() => {
    latest.current = onChoose;
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => {
      latest.current(draft);
      setDraft(null);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return [draft ?? range, setDraft] as const;
}
