import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { CardResponse } from '../model/listing-contract.ts';

type TrustFactProps = { car: Pick<CardResponse, 'RentSell' | 'certified' | 'condition' | 'rating' | 'reviewCount'> };

/** Shows the first available of: the average rating, the certificate, the stated condition. */
export function TrustFact({ car }: TrustFactProps) {
  const t = useTranslator();
  if (car.RentSell === 'Rent') return <Reviews rating={car.rating} count={car.reviewCount} />;
  if (car.certified) {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold text-verified">
        <Icon name="certified" className="size-4" />
        {t('cars.certified')}
      </span>
    );
  }
  return car.condition && <span className="text-ink-soft">{t(`cars.condition.${car.condition}`)}</span>;
}

type ReviewsProps = { rating: number | null; count: number };

function Reviews({ rating, count }: ReviewsProps) {
  const t = useTranslator();
  if (rating === null || count === 0) return <span className="text-ink-soft">{t('cars.noReviews')}</span>;
  return (
    <span className="figures inline-flex items-center gap-1.5">
      <Icon name="star" className="size-4 fill-current text-waiting" />
      <span className="sr-only">{t('cars.rating', { rating: t.number(rating, 'oneDecimal') })}</span>
      <span aria-hidden="true" className="font-semibold">
        {t.number(rating, 'oneDecimal')}
      </span>
      <span className="text-ink-soft">({t('cars.reviews', { count })})</span>
    </span>
  );
}
