import { Suspense, useEffect, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { Icon } from '#ui/icon.tsx';
import { useDestination, useStoredDestination } from '../client/destination.ts';
import { openShipTo, useShipToDialog } from '../client/ship-to-dialog-state.ts';
import { mayOffer } from '../client/ship-to-offer-state.ts';

const ShipToDialog = lazyPart(() => import('./ship-to-dialog.tsx'), { areas: ['catalog-landed-cost'] });

type ShipToButtonProps = {
  className: string;
  /** Shows only the code of the country where the header's links need the room. */
  short?: boolean;
  onPress?: () => void;
};

/** Opens the dialog that chooses where cars are shipped. Needs JavaScript, so it is hidden without it. */
export function ShipToButton({ className, short = false, onPress }: ShipToButtonProps) {
  const t = useTranslator();
  const chosen = useStoredDestination().slice(0, 2);
  const press = () => {
    onPress?.();
    openShipTo();
  };
  const name = chosen ? t('shipTo.chosen', { country: t.region(chosen) }) : t('shipTo');
  const label = chosen ? t('shipTo.chosen.code', { country: t.region(chosen), code: chosen }) : name;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...(short && { 'aria-label': label, title: name })}
      onClick={press}
      className={`items-center gap-2 rounded-md px-2.5 text-start font-semibold hover:bg-sunken noscript:hidden ${className}`}
    >
      <Icon name="ship" />
      <span className={`truncate ${short ? 'xl:hidden' : ''}`}>{name}</span>
      {short && chosen && <span className="hidden xl:inline">{chosen}</span>}
    </button>
  );
}

/** Shows the dialog once it is wanted. A page has one, outside of menus that close. */
export function ShipToDialogSlot() {
  const isWanted = useShipToDialog();
  const [isLoaded, setLoaded] = useState(false);
  if (isWanted && !isLoaded) setLoaded(true);
  if (!isLoaded) return null;
  return (
    <Suspense fallback={null}>
      <ShipToDialog open={isWanted} />
    </Suspense>
  );
}

const ShipToOffer = lazyPart(() => import('./ship-to-offer.tsx'));

/** Offers a country to a visitor who has none, once the page is loaded and idle. */
export function ShipToOfferSlot() {
  const [isOffered, setOffered] = useState(false);
  const isNamed = useDestination() !== null;
  useEffect(() => {
    if (mayOffer()) whenIdle(() => setOffered(true));
  }, []);
  if (!isOffered || isNamed) return null;
  return (
    <Suspense fallback={null}>
      <ShipToOffer />
    </Suspense>
  );
}
