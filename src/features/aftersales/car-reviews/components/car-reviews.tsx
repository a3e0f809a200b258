import { useEffect, useState } from 'react';
import { CarSection } from '#features/catalog/listings/components/car-facts.tsx';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { browserApi } from '#lib/api-client/browser-api.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { hasStoredUser } from '#lib/session/stored-user.ts';
import { Pagination } from '#ui/pagination.tsx';
import { fetchReviews, REVIEWS_PAGE } from '../client/review-client.ts';
import type { ReviewsResponse } from '../model/review-contract.ts';
import { ReplyForm } from './reply-form.tsx';
import { authorOf, ReviewItem } from './review-item.tsx';
import { Stars } from './stars.tsx';

const SECTION_ID = 'reviews';

type CarReviewsProps = {
  car: Pick<ListingResponse, 'listing_id' | 'rating' | 'reviewCount'>;
  /** Null if the reviews could not be loaded or there are none. */
  response: ReviewsResponse | null;
};

export function CarReviews({ car, response }: CarReviewsProps) {
  const t = useTranslator();
  const { rating, reviewCount: count } = car;
  return (
    <div id={SECTION_ID} className="scroll-mt-32">
      <CarSection title={t('reviews.title')}>
        {rating === null ? (
          <p>
            {t('cars.noReviews')}. <span className="text-ink-soft">{t('reviews.none.text')}</span>
          </p>
        ) : (
          <p className="figures flex flex-wrap items-center gap-x-2">
            <span aria-hidden="true" className="inline-flex">
              <Stars rating={Math.round(rating)} />
            </span>
            {t('reviews.summary', { rating: t.number(rating, 'oneDecimal'), count })}
          </p>
        )}
        {count > 0 &&
          (response === null ? <p>{t('reviews.failed')}</p> : <List id={car.listing_id} response={response} />)}
      </CarSection>
    </div>
  );
}

function List({ id, response }: { id: number; response: ReviewsResponse }) {
  const t = useTranslator();
  const { items, pagination } = response;
  const mayReply = useMayReply(id, response);
  return (
    <div className="grid gap-4">
      {items.length === 0 && <p className="text-ink-soft">{t('reviews.emptyPage')}</p>}
      {items.length > 0 && (
        <ul className="grid gap-5 border-line border-t pt-4">
          {items.map((review) => (
            <li key={review.review_id}>
              <ReviewItem review={review}>
                {review.reply === null && mayReply && <ReplyForm id={review.review_id} author={authorOf(review, t)} />}
              </ReviewItem>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={pagination.page}
        pages={pagination.totalPages}
        linkTo={(page) => ({ search: `?${REVIEWS_PAGE}=${page}`, hash: `#${SECTION_ID}` })}
      />
    </div>
  );
}

/** Server-rendered pages are the same for everyone, so a logged-in user asks the API whether they own the car. */
function useMayReply(id: number, { items, mayReply }: ReviewsResponse): boolean {
  const [isOwn, setIsOwn] = useState(false);
  const asks = !mayReply && items.some(({ reply }) => reply === null);
  useEffect(() => {
    if (!asks || !hasStoredUser()) return;
    fetchReviews(browserApi, id, 1).then(
      (response) => setIsOwn(response.mayReply),
      () => {},
    );
  }, [id, asks]);
  return mayReply || isOwn;
}
