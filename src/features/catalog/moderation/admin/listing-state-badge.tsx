import type { ListingStatus } from '#features/catalog/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { AdminCardResponse } from '../model/admin-listing-contract.ts';

/** Shows the public status, and the internal status if it is more specific. */
export function ListingState({ listing }: { listing: Pick<AdminCardResponse, 'listing_status' | 'state'> }) {
  const t = useTranslator();
  const { listing_status: status, state } = listing;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusTag status={status}>{t(`car.status.${status}`)}</StatusTag>
      {state !== status && <span className="text-ink-soft text-sm">{t(`sell.state.${state as ListingStatus}`)}</span>}
    </span>
  );
}
