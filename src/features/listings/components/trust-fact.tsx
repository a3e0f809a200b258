import { useWords } from '#platform/words/words-context.tsx';
import type { CardAnswer } from '../listing-contract.ts';

type TrustFactProps = { car: Pick<CardAnswer, 'RentSell' | 'certified' | 'condition' | 'rating' | 'reviewCount'> };

/** The one reason for trust on a card: what renters said, else the certificate, else the stated condition. */
export function TrustFact({ car }: TrustFactProps) {
  const t = useWords();
  if (car.RentSell === 'Rent') return <Reviews rating={car.rating} count={car.reviewCount} />;
  if (car.certified) {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold text-verified">
        <svg
          viewBox="0 0 20 20"
          className="size-4 shrink-0"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M10 2 3.5 4.5V9.5c0 4 2.7 6.7 6.5 8.5 3.8-1.8 6.5-4.5 6.5-8.5v-5zM7 10l2.2 2.2L13.2 8" />
        </svg>
        {t('cars.certified')}
      </span>
    );
  }
  return car.condition && <span className="text-ink-soft">{t(`cars.condition.${car.condition}`)}</span>;
}

type ReviewsProps = { rating: number | null; count: number };

function Reviews({ rating, count }: ReviewsProps) {
  const t = useWords();
  if (rating === null || count === 0) return <span className="text-ink-soft">{t('cars.noReviews')}</span>;
  return (
    <span className="figures inline-flex items-center gap-1.5">
      <svg viewBox="0 0 20 20" className="size-4 shrink-0 text-waiting" fill="currentColor" aria-hidden="true">
        <path d="m10 1.7 2.5 5.3 5.8.8-4.2 4.1 1 5.7-5.1-2.8-5.1 2.8 1-5.7L1.7 7.8l5.8-.8z" />
      </svg>
      <span className="sr-only">{t('cars.rating', { rating: rating.toFixed(1) })}</span>
      <span aria-hidden="true" className="font-semibold">
        {rating.toFixed(1)}
      </span>
      <span className="text-ink-soft">({t('cars.reviews', { count })})</span>
    </span>
  );
}
