import { useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf } from '#lib/money.ts';
import { Icon } from '#ui/icon.tsx';
import type { Offer } from '../../model/listing.ts';

type PriceTermProps = { term: 'tax' | 'fee'; offer: Offer; name: string };

/** The name of a charge, which opens to say whose it is and what it pays for. Without scripts it is open. */
export function PriceTerm({ term, offer, name }: PriceTermProps) {
  const t = useTranslator();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-11 items-center gap-1.5 text-start underline decoration-dotted underline-offset-4 hover:decoration-solid"
      >
        {name}
        <Icon name="info" className="size-4 text-ink-soft" />
      </button>
      <p id={id} className={`pb-2 font-normal text-ink-soft text-sm ${open ? '' : 'hidden noscript:block'}`}>
        {t(`car.price.${term}.${offer === 'Rent' ? 'rental' : 'about'}`)}
      </p>
    </>
  );
}

type PriceLineProps = { name: React.ReactNode; cents: number; className?: string };

/** One amount of a sum, as a row of a `dl`. */
export function PriceLine({ name, cents, className = '' }: PriceLineProps) {
  const t = useTranslator();
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt className="min-w-0">{name}</dt>
      <dd className="shrink-0 whitespace-nowrap">{t.price(amountOf(cents))}</dd>
    </div>
  );
}
