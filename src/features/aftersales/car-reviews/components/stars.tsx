import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { STARS } from '../model/review.ts';

/** The rating as icons and as text for screen readers. */
export function Stars({ rating }: { rating: number }) {
  const t = useTranslator();
  return (
    <span className="inline-flex text-waiting">
      <span className="sr-only">{t('reviews.stars', { rating })}</span>
      {STARS.map((star) => (
        <Icon key={star} name="star" className={`size-4.5 ${star <= rating ? 'fill-current' : ''}`} />
      ))}
    </span>
  );
}
