import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';

type QuoteProps = {
  /** 1 to 5. */
  rating: number;
  text: string;
  author: string;
  facts: React.ReactNode;
  /** What verifies the quote; null if nothing does. */
  proof: string | null;
};

export function Quote({ rating, text, author, facts, proof }: QuoteProps) {
  const t = useTranslator();
  return (
    <figure className="flex h-full flex-col gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <p className="flex text-waiting">
        <span className="sr-only">{t('home.testimonials.stars', { rating })}</span>
        {[1, 2, 3, 4, 5].map((star) => (
          <Icon key={star} name="star" className={`size-5 ${star <= rating ? 'fill-current' : ''}`} />
        ))}
      </p>
      <blockquote className="wrap-anywhere line-clamp-8 text-lg">{text}</blockquote>
      <figcaption className="mt-auto">
        <p className="wrap-anywhere font-semibold">{author}</p>
        <p className="wrap-anywhere text-ink-soft">{facts}</p>
        {proof && (
          <p className="mt-1 flex items-center gap-1.5 font-semibold text-sm text-verified">
            <Icon name="check" className="size-4" />
            {proof}
          </p>
        )}
      </figcaption>
    </figure>
  );
}
