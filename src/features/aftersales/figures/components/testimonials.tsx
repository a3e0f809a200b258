import { demoFigures } from '#content/home/demo-figures.ts';
import { testimonials } from '#content/home/testimonials.ts';
import { Section } from '#features/site/content/components/home-sections.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Carousel } from '#ui/carousel/carousel.tsx';
import type { FiguresResponse } from '../model/figures-contract.ts';
import { DemoMark } from './demo-mark.tsx';
import { Quote } from './quote.tsx';

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
