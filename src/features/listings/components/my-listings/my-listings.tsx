import { useWords } from '#platform/words/words-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { paths } from '../../../../pages/paths.ts';
import type { MyListingsAnswer } from '../../sell-contract.ts';
import { MyListingRow } from './my-listing-row.tsx';

/** The name of the page of one's listings in an address. */
export const LISTINGS_PAGE = 'listings';
const TOP = 'my-listings';

/** The cars that the person has listed, the newest first. Null: they could not be read. */
export function MyListings({ answer }: { answer: MyListingsAnswer | null }) {
  const t = useWords();
  if (answer === null) return <p>{t('sell.mine.failed')}</p>;
  const { listings, pagination } = answer;
  const isEmpty = pagination.totalItems === 0;
  return (
    <div id={TOP} className="grid gap-4">
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

/** The page of one's listings that an address names. */
export function listingsPage(search: URLSearchParams): number {
  const page = Number(search.get(LISTINGS_PAGE));
  return Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1;
}
