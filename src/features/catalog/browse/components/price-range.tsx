import { useEffect, useRef, useState } from 'react';
import {
  type ExploreState,
  PRICE_SLIDERS,
  priceLimits,
} from '#features/catalog/listings/model/criteria/explore-query.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { WholeNumberField } from './filters/number-range.tsx';

import './price-range.css';

const SETTLED_MS = 300;

type Range = Pick<ExploreState, 'minPrice' | 'maxPrice'>;
type PriceRangeProps = {
  form: string;
  label: string;
  mode: ExploreState['mode'];
  range: Range;
  onChoose: (range: Range) => void;
};

/** A slider with two thumbs and two exact fields. Without JavaScript, only the fields are submitted. */
export function PriceRange({ form, label, mode, range, onChoose }: PriceRangeProps) {
  const t = useTranslator();
  const slider = PRICE_SLIDERS[mode];
  const [{ minPrice, maxPrice }, slide] = useDraft(range, onChoose);
  const low = minPrice ?? slider.min;
  const high = maxPrice ?? slider.max;
  const choose = (min: number | null, max: number | null) => onChoose(priceLimits(mode, min, max));
  const thumb = 'price-thumb absolute inset-x-0 m-0 h-11 w-full';
  const share = (price: number) => Math.min(Math.max(price - slider.min, 0) / (slider.max - slider.min), 1) * 100;
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
          <rect x={share(low)} width={share(high) - share(low)} height="1" className="fill-ink" />
        </svg>
        <input
          type="range"
          aria-label={t('explore.price.lowest')}
          aria-valuetext={t.price(low)}
          {...slider}
          value={low}
          onChange={({ target: { valueAsNumber: price } }) =>
            slide({ maxPrice, minPrice: price > slider.min ? Math.min(price, maxPrice ?? price) : null })
          }
          className={`${thumb} ${share(low) > 50 ? 'z-1' : ''}`}
        />
        <input
          type="range"
          aria-label={t('explore.price.highest')}
          aria-valuetext={maxPrice === null ? t('explore.price.noMaximum', { price: t.price(high) }) : t.price(high)}
          {...slider}
          value={high}
          onChange={({ target: { valueAsNumber: price } }) =>
            slide({ minPrice, maxPrice: price < slider.max ? Math.max(price, low) : null })
          }
          className={thumb}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <PriceField
          form={form}
          name="minPrice"
          label={t('explore.price.from')}
          value={low}
          onChoose={(price) => choose(price, maxPrice)}
        />
        <PriceField
          form={form}
          name="maxPrice"
          label={t('explore.price.to')}
          value={high}
          open={maxPrice === null}
          onChoose={(price) => choose(minPrice, price)}
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

const MAX_LENGTH = 8;

type PriceFieldProps = {
  form: string;
  name: string;
  label: string;
  value: number;
  /** Whether the value includes every higher price. */
  open?: boolean;
  onChoose: (price: number) => void;
};

/** A field for whole dollars. Emptying it changes nothing. */
function PriceField({ value, open = false, onChoose, ...field }: PriceFieldProps) {
  const t = useTranslator();
  return (
    <WholeNumberField
      {...field}
      shown={t.number(value) + (open ? '+' : '')}
      maxLength={MAX_LENGTH}
      sign="$"
      onTyped={(digits) => digits !== '' && onChoose(Number(digits))}
    />
  );
}
