import { useEffect, useRef } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { pageNumber } from '#lib/pages/page-number.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { MyListingsResponse } from '../../model/sell-contract.ts';
import { MyListingRow } from './my-listing-row.tsx';

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
