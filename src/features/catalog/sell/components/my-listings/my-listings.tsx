import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CarPicture } from '#features/catalog/listings/components/car-picture.tsx';
import { MileageText } from '#features/catalog/listings/components/mileage-text.tsx';
import { PriceText } from '#features/catalog/listings/components/price/price-text.tsx';
import { type ListingStatus, listingPath, reachableByLink } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { pageNumber } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { MyListingResponse, MyListingsResponse } from '../../model/sell-contract.ts';

/** Name of the page parameter in the URL. */
const LISTINGS_PAGE = 'listings';
const TOP = 'my-listings';

/** The user's listings, newest first. Null if they could not be loaded. */
export function MyListings({ response }: { response: MyListingsResponse | null }) {
  const t = useTranslator();
  const top = useListFocus(response?.pagination.totalItems ?? 0);
  if (response === null) return <p>{t('sell.mine.failed')}</p>;
  const { listings, pagination } = response;
  const isEmpty = pagination.totalItems === 0;
  return (
    <div ref={top} id={TOP} tabIndex={-1} className="grid gap-4 outline-none">
      {isEmpty && <p className="text-ink-soft">{t('sell.mine.none')}</p>}
      {listings.length > 0 && (
        <ul className="grid gap-4 xl:grid-cols-2">
          {listings.map((listing) => (
            <li key={listing.listing_id}>
              <MyListingRow listing={listing} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={pagination.page}
        pages={pagination.totalPages}
        linkTo={(page) => ({ search: `?${LISTINGS_PAGE}=${page}`, hash: `#${TOP}` })}
      />
      <LinkButton to={paths.sell} kind={isEmpty ? 'action' : 'quiet'} className="justify-self-start">
        {t(isEmpty ? 'sell.mine.start' : 'sell.mine.another')}
      </LinkButton>
    </div>
  );
}

/** Moves the focus to the list when a deleted listing's button disappears. */
function useListFocus(cars: number) {
  const top = useRef<HTMLDivElement>(null);
  const before = useRef(cars);
  useEffect(() => {
    const isOneLess = cars < before.current;
    before.current = cars;
    if (isOneLess && document.activeElement === document.body) top.current?.focus();
  }, [cars]);
  return top;
}

export function listingsPage(search: URLSearchParams): number {
  return pageNumber(search, LISTINGS_PAGE);
}

/** One of the user's listings with its status, views and actions. */
function MyListingRow({ listing }: { listing: MyListingResponse }) {
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

type ListingActionsProps = { listing: MyListingResponse; name: string };

function ListingActions({ listing, name }: ListingActionsProps) {
  const t = useTranslator();
  const may = (move: string) => listing.moves.includes(move);
  const named = (move: string) => t('sell.move.named', { move, car: name });
  if (listing.moves.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 max-sm:col-span-full">
      {may('edit') && (
        <LinkButton
          to={`${paths.sell}?${new URLSearchParams({ edit: String(listing.listing_id) })}`}
          aria-label={named(t('sell.move.edit'))}
        >
          {t('sell.move.edit')}
        </LinkButton>
      )}
      {may('pause') && (
        <MoveForm move="pause" listing={listing}>
          <SubmitButton kind="quiet" busy={t('sell.move.pausing')} aria-label={named(t('sell.move.pause'))}>
            {t('sell.move.pause')}
          </SubmitButton>
        </MoveForm>
      )}
      {may('resume') && (
        <MoveForm move="resume" listing={listing}>
          <SubmitButton kind="quiet" busy={t('sell.move.resuming')} aria-label={named(t('sell.move.resume'))}>
            {t('sell.move.resume')}
          </SubmitButton>
        </MoveForm>
      )}
      {may('sold') && <ConfirmedAction move="sold" busy={t('sell.move.selling')} listing={listing} name={name} />}
      {may('delete') && <ConfirmedAction move="delete" busy={t('sell.move.deleting')} listing={listing} name={name} />}
    </div>
  );
}

type MoveFormProps = {
  move: 'pause' | 'resume' | 'sold' | 'delete';
  listing: MyListingResponse;
  children: React.ReactNode;
};

function MoveForm({ move, listing, children }: MoveFormProps) {
  return (
    <ActionForm name={`listing ${move}`} className="grid gap-2">
      <input type="hidden" name="listing" value={listing.listing_id} />
      <input type="hidden" name="version" value={listing.version} />
      {children}
    </ActionForm>
  );
}

type ConfirmedActionProps = ListingActionsProps & { move: 'sold' | 'delete'; busy: string };

/** Asks for confirmation. Needs JavaScript, so the button is hidden without it. */
function ConfirmedAction({ move, busy, listing, name }: ConfirmedActionProps) {
  const t = useTranslator();
  const [isConfirming, setConfirming] = useState(false);
  const stop = () => setConfirming(false);
  const kind = move === 'delete' ? 'danger' : 'quiet';
  return (
    <div className="noscript:hidden">
      <Button
        kind={kind}
        aria-label={t('sell.move.named', { move: t(`sell.move.${move}`), car: name })}
        onClick={() => setConfirming(true)}
      >
        {t(`sell.move.${move}`)}
      </Button>
      <Dialog title={t(`sell.move.${move}.title`, { car: name })} open={isConfirming} onClose={stop}>
        <MoveForm move={move} listing={listing}>
          <p>{t(`sell.move.${move}.text`)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <SubmitButton kind={move === 'delete' ? 'danger' : 'action'} busy={busy}>
              {t(`sell.move.${move}`)}
            </SubmitButton>
            <Button onClick={stop}>{t('sell.move.keep')}</Button>
          </div>
        </MoveForm>
      </Dialog>
    </div>
  );
}

const GOOD = 'bg-verified-ground text-verified';
const WAITING = 'bg-waiting-ground text-waiting';
const OVER = 'bg-sunken text-ink-soft';

const STYLES: Record<ListingStatus, [IconName, string]> = {
  requested: ['eye', WAITING],
  returned: ['warning', WAITING],
  active: ['check', GOOD],
  paused: ['pause', OVER],
  sold: ['tag', OVER],
  rented: ['key', OVER],
  rejected: ['close', 'bg-danger-ground text-danger'],
};

function StateBadge({ state }: { state: ListingStatus }) {
  const t = useTranslator();
  const [icon, className] = STYLES[state];
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 font-semibold text-sm ${className}`}>
      <Icon name={icon} className="size-4" />
      {t(`sell.state.${state}`)}
    </span>
  );
}
