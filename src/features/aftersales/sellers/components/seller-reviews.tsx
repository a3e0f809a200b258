import { ReviewItem } from '#features/aftersales/car-reviews/components/review-item.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { SellerResponse } from '../model/seller-contract.ts';

export function SellerReviews({ reviews }: Pick<SellerResponse, 'reviews'>) {
  const t = useTranslator();
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" className="grid gap-4">
      <h2 id="reviews" className="text-lg">
        {t('sellers.reviews')}
      </h2>
      <ul className="grid gap-5">
        {reviews.map((review) => (
          <li key={review.review_id}>
            <ReviewItem review={review}>
              <p className="text-ink-soft text-sm">{t('sellers.reviews.of', { car: `\u2068${review.car}\u2069` })}</p>
            </ReviewItem>
          </li>
        ))}
      </ul>
    </section>
  );
}
