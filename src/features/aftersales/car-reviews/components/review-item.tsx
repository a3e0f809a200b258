import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import type { ReviewResponse } from '../model/review-contract.ts';
import { Stars } from './stars.tsx';

export const authorOf = ({ author }: ReviewResponse, t: Translator) => author ?? t('reviews.formerCustomer');

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
