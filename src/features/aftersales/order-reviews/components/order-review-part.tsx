import { useId } from 'react';
import { Stars } from '#features/aftersales/car-reviews/components/stars.tsx';
import { MAX_REASON_LENGTH, MAX_REVIEW_LENGTH, STARS } from '#features/aftersales/car-reviews/model/review.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField } from '#ui/forms/fields.tsx';
import type {
  OrderReviewsResponse,
  ReviewPair,
  SellerOrderReviews as Reviews,
  WrittenOrderReview,
} from '../model/order-review-contract.ts';

type OrderReviewPartProps = { orderId: number; reviews: OrderReviewsResponse };

/** What buyer and seller think of each other. Each sees the other's review once both have written, or after 14 days. */
export function OrderReviewPart({ orderId, reviews: { open_until: until, pairs, shown } }: OrderReviewPartProps) {
  const t = useTranslator();
  const id = useId();
  const rated = pairs.filter(({ about_rating: rating }) => rating !== null);
  if (until === null && rated.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 id={id} className="text-lg">
        {t('orderReview.title')}
      </h2>
      {until !== null && (
        <p className="max-w-prose text-ink-soft text-sm">{t('orderReview.about', { time: t.utcTime(until) })}</p>
      )}
      {pairs.map((pair) => (
        <Pair key={pair.about} orderId={orderId} pair={pair} isOver={until !== null} />
      ))}
      {shown.map((review) => (
        <Moderated key={review.id} review={review} />
      ))}
    </section>
  );
}

function Pair({ orderId, pair, isOver }: { orderId: number; pair: ReviewPair; isOver: boolean }) {
  const t = useTranslator();
  const { about, name, about_side: side, about_rating: rating, may_write: mayWrite, mine, theirs } = pair;
  return (
    <div className="grid gap-3">
      <p>
        <span className="font-semibold">{t(`orderReview.other.${side}`, { name })}</span>{' '}
        {rating
          ? t('orderReview.rating', { average: t.number(rating.average), count: rating.count })
          : t('orderReview.noRating')}
      </p>
      {mine && <Written label={t('orderReview.mine')} review={mine} />}
      {theirs && <Written label={t('orderReview.theirs')} review={theirs} />}
      {isOver && mine && !theirs && <p className="text-ink-soft text-sm">{t('orderReview.waiting')}</p>}
      {mayWrite && (
        <ActionForm name="review order" className="grid gap-4 rounded-md bg-sunken p-4">
          <input type="hidden" name="order" value={orderId} />
          <input type="hidden" name="about" value={about} />
          <SelectField
            name="rating"
            label={t('orderReview.stars')}
            defaultValue=""
            required
            options={[
              { value: '', label: t('orderReview.choose') },
              ...STARS.toReversed().map((value) => ({
                value: String(value),
                label: t('reviews.stars', { rating: value }),
              })),
            ]}
          />
          <TextAreaField
            name="text"
            label={t('orderReview.text')}
            maxLength={MAX_REVIEW_LENGTH}
            rows={4}
            isPublic
            required
          />
          <p className="text-ink-soft text-sm">{t('orderReview.once')}</p>
          <SubmitButton busy={t('orderReview.saving')}>{t('orderReview.save')}</SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}

function Written({ label, review: { rating, text } }: { label: string; review: WrittenOrderReview }) {
  return (
    <div className="wrap-anywhere grid gap-1 rounded-md border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-ink-soft text-sm">{label}</span> <Stars rating={rating} />
      </p>
      <p className="whitespace-pre-line">{text}</p>
      <BankDetailsWarning text={text} to="reader" />
    </div>
  );
}

/** A shown or hidden review with the operator's form to change that. */
function Moderated({ review }: { review: OrderReviewsResponse['shown'][number] }) {
  const t = useTranslator();
  const action = review.hidden ? 'show' : 'hide';
  return (
    <div className="grid gap-2">
      <Written label={t(`orderReview.by.${review.side}`)} review={review} />
      <details>
        <summary className="cursor-pointer py-1 text-link text-sm">{t(`orderReview.${action}`)}</summary>
        <ActionForm name={`${action} order review`} className="grid gap-3 pt-2">
          <input type="hidden" name="id" value={review.id} />
          <TextAreaField
            name="reason"
            label={t('orderReview.reason')}
            maxLength={MAX_REASON_LENGTH}
            rows={2}
            required
          />
          <SubmitButton kind="danger" busy={t('orderReview.saving')}>
            {t(`orderReview.${action}`)}
          </SubmitButton>
        </ActionForm>
      </details>
    </div>
  );
}

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
