import { useId } from 'react';
import { Stars } from '#features/aftersales/car-reviews/components/stars.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import type { SellerOrderReviews as Reviews } from '../model/order-review-contract.ts';

/** What buyers wrote about a seller after their orders. */
export function SellerOrderReviews({ reviews: { rating, items } }: { reviews: Reviews }) {
  const t = useTranslator();
  const id = useId();
  if (!rating) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {t('orderReview.seller.title')}
      </h2>
      <p>{t('orderReview.rating', { average: t.number(rating.average), count: rating.count })}</p>
      <ul className="grid gap-3">
        {items.map((review) => (
          <li key={review.id} className="wrap-anywhere grid gap-1 rounded-lg border border-line bg-surface p-4">
            <p className="flex flex-wrap items-center gap-x-3">
              <Stars rating={review.rating} />
              <span className="text-ink-soft text-sm">
                {review.author || t('orderReview.closedAccount')} · {t.date(review.created_at, 'monthOfYear')}
              </span>
            </p>
            <p className="whitespace-pre-line">{review.text}</p>
            <BankDetailsWarning text={review.text} to="reader" />
          </li>
        ))}
      </ul>
    </section>
  );
}
