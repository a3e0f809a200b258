import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { useDestination } from '../client/destination.ts';
import { useLandedItem } from '../client/landed-items.ts';
import { type LandedItem, landedText, localText } from '../model/landed-text.ts';
import { ImportLight } from './import-light.tsx';
import './local-price.css';

import './landed-line.css';

/**
 * On a card: the light and the landed cost at the chosen destination. Its room is reserved before the first paint, by the boot script's
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

function Known({ item }: { item: LandedItem }) {
  return (
    <>
      <p title={item.sentence} className="flex">
        <ImportLight light={item.light} />
      </p>
      <Cost item={item} />
    </>
  );
}

/** The landed cost in one line. Prohibited cars show no cost. The car's page says why a part is missing. */
function Cost({ item }: { item: LandedItem }) {
  const t = useTranslator();
  if (item.light === 'red') return null;
  return (
    <p title={item.missing[0]} className={`figures ${item.landed ? '' : 'truncate text-ink-soft'}`}>
      {landedText(item, t)}
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
