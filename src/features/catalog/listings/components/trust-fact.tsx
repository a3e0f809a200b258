import { Link } from 'react-router';
import { REPORT_KEY } from '#features/site/media/model/picture-variant.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { CardResponse, ListingResponse } from '../model/listing-contract.ts';

/** The row of the inspection report, which the word 'Certified' links to. */
export const REPORT_ROW = 'inspection-report';

type Trusted = Pick<CardResponse, 'RentSell' | 'certified' | 'condition' | 'rating' | 'reviewCount'>;
type TrustFactProps = {
  car: Trusted & Partial<Pick<ListingResponse, 'certificationReport'>>;
  /** Link to what the certificate rests on. */
  basis?: string;
};

/**
 * Shows the first available of: the average rating, the certificate, the stated condition. A certificate is green only
 * where its report is on file.
 */
export function TrustFact({ car, basis }: TrustFactProps) {
  const t = useTranslator();
  if (car.RentSell === 'Rent') return <Reviews rating={car.rating} count={car.reviewCount} />;
  if (car.certified) {
    const documented = REPORT_KEY.test(car.certificationReport ?? '');
    const mark = (
      <span
        className={`inline-flex items-center gap-1.5 font-semibold ${documented ? 'text-verified' : 'text-ink-soft'}`}
      >
        <Icon name={documented ? 'certified' : 'shield'} className="size-4" />
        {t('cars.certified')}
      </span>
    );
    if (!basis) return mark;
    return (
      <Link to={basis} className="-my-2 inline-flex min-h-11 items-center underline underline-offset-4">
        {mark}
      </Link>
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
