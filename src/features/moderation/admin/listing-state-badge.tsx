import type { ListingStatus } from '#features/listings/model/listing.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { AdminCardResponse } from '../model/admin-listing-contract.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** A price as the back office's lists show it: $18,500, without cents. */
export function dollarsText(amount: number): string {
  return dollars.format(amount);
}

/** One of the specs' four words, and beside it the state by its own name where that says more. */
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
