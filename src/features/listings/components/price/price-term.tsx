import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';

type PriceTermProps = { term: 'tax' | 'fee'; name: string };

/** The name of a charge, which opens to say whose it is and what it pays for. Works without scripts. */
export function PriceTerm({ term, name }: PriceTermProps) {
  const t = useTranslator();
  return (
    <details>
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 underline decoration-dotted underline-offset-4 hover:decoration-solid [&::-webkit-details-marker]:hidden">
        {name}
        <Icon name="info" className="size-4 text-ink-soft" />
      </summary>
      <p className="pb-2 font-normal text-ink-soft text-sm">{t(`car.price.${term}.about`)}</p>
    </details>
  );
}
