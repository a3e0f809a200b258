import { data, useLoaderData } from 'react-router';
import { bookingCalls } from '#features/aftersales/aftersales-calls.ts';
import { BookingImport } from '#features/aftersales/bookings/components/booking-import.tsx';
import { isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { browserLoader, type LoadInput, privateMeta, requireUser, serverLoader } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { MessagePage } from '#ui/message-page.tsx';

/** Loads what the import rules said at the payment of a booking. */
const load = requireUser(async ({ api, params }: LoadInput) => {
  const id = params.id ?? '';
  try {
    const { destination } = await api.call(bookingCalls.destination, { params: { id } });
    return data({ id, destination, failure: null });
  } catch (error) {
    if (!isApiFailure(error) || ![400, 404].includes(error.status)) throw error;
    return data({ id, destination: null, failure: error.message }, { status: 404 });
  }
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const meta = privateMeta('bookings.destination.more', 'bookings.import.about');

export default function BookingImportPage() {
  const t = useTranslator();
  const { id, destination, failure } = useLoaderData<typeof loader>();
  if (destination) return <BookingImport id={id} destination={destination} />;
  return (
    <MessagePage title={t('bookings.destination.more')} text={failure ?? t('bookings.import.none')}>
      <LinkButton to={`${paths.dashboard}#my-bookings`} kind="action">
        {t('checkout.thanks.bookings')}
      </LinkButton>
    </MessagePage>
  );
}
