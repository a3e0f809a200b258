import { demoFigures } from '#content/home/demo-figures.ts';
import { testimonials } from '#content/home/testimonials.ts';
import { Section } from '#features/site/content/components/home-sections.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FiguresResponse } from '../model/figures-contract.ts';
import { DemoMark } from './claims-strip.tsx';

/** The testimonials of the demo, or real reviews. Renders nothing if there are too few. */
export function Testimonials({ figures }: { figures: FiguresResponse | null }) {
  if (figures?.demo) return <DemoTestimonials />;
  return figures && figures.reviews.length > 0 ? <Reviews {...figures} /> : null;
}

function DemoTestimonials() {
  const t = useTranslator();
  const { rating, happyCustomers: customers, satisfaction } = demoFigures;
  return (
    <Section
      title={t('home.testimonials.title')}
      text={t('home.testimonials.summary', { rating, customers, satisfaction })}
      aside={<DemoMark />}
      sunken
    >
      <Carousel label={t('home.testimonials.list')} step="item">
        {testimonials.map(({ name, carPurchased, date, isoDate, rating: stars, text, verified }) => (
          <Quote
            key={name}
            rating={stars}
            text={text}
            author={name}
            facts={
              <>
                {carPurchased} · <time dateTime={isoDate}>{date}</time>
              </>
            }
            proof={verified ? t('home.testimonials.verified') : null}
          />
        ))}
      </Carousel>
    </Section>
  );
}

/** Every review is of a completed booking, so each is a verified purchase or rental. */
function Reviews({ rating, reviews }: FiguresResponse) {
  const t = useTranslator();
  const source = t('figures.source.reviews');
  const average = rating && t('figures.rating', { rating: t.number(rating.average, 'oneDecimal') });
  const text = rating && average ? t('figures.reviews', { average, count: rating.reviews }) : '';
  return (
    <Section title={t('home.testimonials.title')} text={`${text} ${source}`.trim()} sunken>
      <Carousel label={t('home.testimonials.list')} step="item">
        {reviews.map(({ review_id: id, rating: stars, text: words, author, month, RentSell, car }) => (
          <Quote
            key={id}
            rating={stars}
            text={words}
            author={author ?? t('figures.closedAccount')}
            facts={
              <>
                {car} · <time dateTime={month}>{t.date(month, 'monthOfYear')}</time>
              </>
            }
            proof={t(RentSell === 'Sell' ? 'home.testimonials.verified' : 'figures.verifiedRental')}
          />
        ))}
      </Carousel>
    </Section>
  );
}

type QuoteProps = {
  /** 1 to 5. */
  rating: number;
  text: string;
  author: string;
  facts: React.ReactNode;
  /** What verifies the quote; null if nothing does. */
  proof: string | null;
};

function Quote({ rating, text, author, facts, proof }: QuoteProps) {
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
