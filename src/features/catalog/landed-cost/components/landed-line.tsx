import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useDestination } from '../client/destination.ts';
import { useLandedItem } from '../client/landed-items.ts';
import { cardCost, type LandedItem, localText } from '../model/landed-text.ts';
import { ImportLight } from './import-light.tsx';
import './local-price.css';

import './landed-line.css';

/**
 * On a card: whether the car may be imported at the chosen destination, and what it costs there. Its room is reserved before the first paint, by the boot script's
 * mark on the document.
 */
export function LandedLine({ id }: { id: number }) {
  const destination = useDestination();
  return (
    <div className={`landed-line mt-2 text-sm ${destination ? 'landed-line-shown' : ''}`}>
      {destination && <LandedAnswer id={id} />}
    </div>
  );
}

export function LandedAnswer({ id }: { id: number }) {
  const t = useTranslator();
  const destination = useDestination();
  const entry = useLandedItem(destination, id);
  if (!destination || entry.state === 'waiting') return null;
  if (entry.state === 'known') return <Known item={entry.item} />;
  const country = t.region(destination.country);
  return <p className="text-ink-soft">{t(entry.state === 'none' ? 'shipTo.noRule' : 'shipTo.failed', { country })}</p>;
}

/** One line: light, and why or what the car costs. The car's page says more. */
function Known({ item }: { item: LandedItem }) {
  const t = useTranslator();
  const { light, why, sentence } = item;
  const cost = cardCost(item, t);
  return (
    <p title={[cost, sentence].filter(Boolean).join('. ')} className="flex min-w-0 gap-1">
      <ImportLight
        light={light}
        text={why === null ? undefined : t('shipTo.card.why', { light: t(`shipTo.light.${light}`), why })}
        className={cost ? 'shrink-0' : 'min-w-0'}
      />
      {cost && <span className="figures truncate">· {cost}</span>}
    </p>
  );
}

/**
 * The price of a car in the currency of the destination, with the date of the exchange rate. It is shown next to the price in US
 * dollars. Empty without a usable rate.
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
