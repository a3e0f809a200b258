import { Link } from 'react-router';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { MileageText } from '#features/catalog/listings/components/mileage-text.tsx';
import { PriceText } from '#features/catalog/listings/components/price/price-text.tsx';
import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { listingPath } from '#features/catalog/listings/model/listing-slug.ts';
import { reachableByLink } from '#features/catalog/listings/model/listing-status.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { MyListingResponse } from '../../model/sell-contract.ts';
import { ListingActions } from './listing-actions.tsx';
import { StateBadge } from './state-badge.tsx';

/** One of the user's listings with its status, views and actions. */
export function MyListingRow({ listing }: { listing: MyListingResponse }) {
  const t = useTranslator();
  const state = listing.state as ListingStatus;
  const name = [listing.year, listing.make, listing.model, listing.trim].filter(Boolean).join(' ');
  const path = listingPath({ ...listing, offer: listing.RentSell });
  return (
    <article className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-3 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[1fr_auto]">
      <div className="self-start overflow-hidden rounded-md sm:row-span-2">
        <CarPicture image={listing.images[0]} alt="" sizes="(min-width: 36rem) 13rem, 8rem" maxWidth={640} />
      </div>
      <div className="grid content-start gap-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 className="wrap-anywhere text-lg">
            {reachableByLink(state) ? (
              <Link to={path} className="underline-offset-4 hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <StateBadge state={state} />
        </div>
        <p className="flex flex-wrap gap-x-3">
          <span className="font-semibold">
            <PriceText amount={listing.price} perDay={listing.RentSell === 'Rent'} />
          </span>
          <MileageText miles={listing.mileage} km={listing.mileageKm} />
        </p>
        <p className="figures flex flex-wrap gap-x-4 text-ink-soft text-sm">
          <Count icon="eye" text={t('sell.mine.views', { count: listing.views })} />
          <Count icon="heart" text={t('sell.mine.favourites', { count: listing.favourites })} />
        </p>
        <Reasons state={state} reasons={listing.reasons} />
      </div>
      <ListingActions listing={listing} name={name} />
    </article>
  );
}

function Count({ icon, text }: { icon: IconName; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon name={icon} className="size-4" />
      {text}
    </span>
  );
}

function Reasons({ state, reasons }: { state: ListingStatus; reasons: string[] }) {
  const t = useTranslator();
  if (reasons.length === 0 || (state !== 'returned' && state !== 'rejected')) return null;
  return (
    <div className="mt-2 grid gap-1 rounded-md bg-sunken p-3">
      <p className="font-semibold">{t(`sell.mine.reasons.${state}`)}</p>
      <ul className="grid list-disc gap-1 ps-5">
        {reasons.map((reason) => (
          <li key={reason} className="wrap-anywhere">
            {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
