import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useLandedItem } from '../client/landed-items.ts';
import { useDestination } from '../client/use-destination.ts';
import { localText } from '../model/landed-text.ts';
import './local-price.css';

/**
 * The price of a car in the currency of the destination, with the date of the exchange rate. It stands beside the price in US
 * dollars. Empty without a rate of the last seven days.
 */
export function LocalPrice({ id, className = '', note }: { id: number; className?: string; note?: string }) {
  const t = useTranslator();
  const destination = useDestination();
  const entry = useLandedItem(destination, id);
  const text = destination && entry.state === 'known' ? localText(entry.item.local?.price, entry.item, t) : null;
  return (
    <span
      className={`local-price figures font-normal text-ink-soft text-sm ${text ? 'local-price-shown' : ''} ${className}`}
    >
      <bdi>{text}</bdi>
      {text && note && <> {note}</>}
    </span>
  );
}
