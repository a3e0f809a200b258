import { Suspense, useEffect, useState } from 'react';
import { CarSection } from '#features/catalog/listings/components/car-section.tsx';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { browserApi } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { lazyPart } from '#lib/pages/lazy-part.ts';
import { hasStoredUser } from '#lib/session/stored-user.ts';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { fetchReviews, REVIEWS_PAGE } from '../client/reviews.ts';
import type { ReviewResponse, ReviewsResponse } from '../model/review-contract.ts';
import { Stars } from './stars.tsx';

/** Only the seller writes replies. */
const ReplyForm = lazyPart(() => import('./reply-form.tsx'));

const SECTION_ID = 'reviews';

type CarReviewsProps = {
  car: Pick<ListingResponse, 'listing_id' | 'rating' | 'reviewCount'>;
  /** Null if the reviews could not be loaded or there are none. */
  response: ReviewsResponse | null;
};

export default function CarReviews({ car, response }: CarReviewsProps) {
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
                {review.reply === null && mayReply && (
                  <Suspense fallback={null}>
                    <ReplyForm id={review.review_id} author={authorOf(review, t)} />
                  </Suspense>
                )}
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

const authorOf = ({ author }: ReviewResponse, t: Translator) => author ?? t('reviews.formerCustomer');

/** A review with its reply. @param children what follows them */
export function ReviewItem({ review, children }: { review: ReviewResponse; children?: React.ReactNode }) {
  const t = useTranslator();
  return (
    <article className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars rating={review.rating} />
        <span className="wrap-anywhere font-semibold" dir="auto">
          {authorOf(review, t)}
        </span>
        <time dateTime={review.month} className="text-ink-soft">
          {t.date(review.month, 'monthOfYear')}
        </time>
      </p>
      {review.text === '' ? (
        <p className="text-ink-soft">{t('reviews.textRemoved')}</p>
      ) : (
        <p className="wrap-anywhere max-w-prose whitespace-pre-line" dir="auto">
          {review.text}
        </p>
      )}
      <BankDetailsWarning text={review.text} to="reader" />
      {review.reply !== null && (
        <div className="ms-4 grid gap-1 border-line-strong border-s-2 ps-4">
          <p className="font-semibold">{t('reviews.reply.from')}</p>
          <p className="wrap-anywhere max-w-prose whitespace-pre-line" dir="auto">
            {review.reply}
          </p>
          <BankDetailsWarning text={review.reply} to="reader" />
        </div>
      )}
      {children}
    </article>
  );
}
