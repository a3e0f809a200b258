import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { pageNumber } from '#lib/pages/loader.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { Pagination } from '#ui/pagination.tsx';
import type { MyBookingResponse, MyBookingsResponse } from '../model/booking-contract.ts';
import { MyBookingRow } from './my-booking-row.tsx';

/** The query parameter with the page number. */
const BOOKINGS_PAGE = 'bookings';
const TOP = 'my-bookings';

type MyBookingsProps = {
  /** Null if the bookings could not be loaded. */
  response: MyBookingsResponse | null;
  /** Rendered below each booking. */
  below?: (booking: MyBookingResponse) => React.ReactNode;
};

export function MyBookings({ response, below }: MyBookingsProps) {
  const t = useTranslator();
  if (response === null)
    return (
      <p id={TOP} className="scroll-mt-32">
        {t('bookings.failed')}
      </p>
    );
  const { items: bookings, pagination } = response;
  return (
    <div id={TOP} className="grid scroll-mt-32 gap-4">
      {pagination.totalItems === 0 && (
        <>
          <p className="max-w-prose text-ink-soft">{t('bookings.none')}</p>
          <LinkButton to={paths.explore} className="justify-self-start">
            {t('bookings.browse')}
          </LinkButton>
        </>
      )}
      {bookings.length > 0 && (
        <ul className="grid gap-4 xl:grid-cols-2">
          {bookings.map((booking) => (
            <li key={booking.booking_id}>
              <MyBookingRow booking={booking} below={below?.(booking)} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={pagination.page}
        pages={pagination.totalPages}
        linkTo={(page) => ({ search: `?${BOOKINGS_PAGE}=${page}`, hash: `#${TOP}` })}
      />
    </div>
  );
}

/** Reads the page number from the URL. */
export function bookingsPage(search: URLSearchParams): number {
  return pageNumber(search, BOOKINGS_PAGE);
}
