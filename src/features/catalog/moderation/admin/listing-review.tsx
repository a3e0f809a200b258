import { useEffect, useRef } from 'react';
import { CarGallery } from '#features/catalog/listings/components/gallery/car-gallery.tsx';
import { listingName } from '#features/catalog/listings/model/listing-name.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import type { ReviewResponse } from '../model/moderation-contract.ts';
import { DecisionBar } from './decision-bar.tsx';
import { ListingFacts } from './listing-details.tsx';
import {
  ChangesPanel,
  DuplicatesPanel,
  MissingPanel,
  ModerationPanel,
  SellerPanel,
  VinPanel,
} from './listing-review-panels.tsx';

/**
 * A listing in review with all facts for the decision. Focuses each new listing, so that screen readers announce it.
 */
export function ListingReview({ review }: { review: ReviewResponse }) {
  const t = useTranslator();
  const { listing, next, vin, twins, seller } = review;
  const name = listingName(listing);
  const heading = useFocusOnNext(listing.listing_id);
  return (
    <article className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-2xl">
        {name}
      </h2>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 gap-4">
          {listing.images.length > 0 ? (
            <CarGallery key={listing.listing_id} images={listing.images} car={name} />
          ) : (
            <p className="rounded-lg border border-line bg-sunken p-8 text-center">{t('moderate.photos.none')}</p>
          )}
          <ModerationPanel title={t('moderate.description')}>
            <p className="wrap-anywhere whitespace-pre-line">{listing.description ?? t('car.description.none')}</p>
            <BankDetailsWarning text={listing.description} to="office" />
          </ModerationPanel>
        </div>
        {/* Before the long facts on a phone, beside them on a wide screen. */}
        <div className="grid min-w-0 gap-4 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <ChangesPanel changes={review.changes} />
          <MissingPanel listing={listing} />
          <VinPanel vin={vin} />
          <DuplicatesPanel twins={twins} />
          <SellerPanel seller={seller} />
        </div>
        <ModerationPanel title={t('moderate.facts')}>
          <ListingFacts listing={listing} />
        </ModerationPanel>
      </div>
      <DecisionBar key={`${listing.listing_id} ${listing.version}`} listing={listing} next={next} />
    </article>
  );
}

function useFocusOnNext(id: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousId = useRef(id);
  useEffect(() => {
    if (previousId.current === id) return;
    previousId.current = id;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [id]);
  return heading;
}
