import { claims } from '#content/claims.ts';
import { type Testimonial, testimonials } from '#content/home/testimonials.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Carousel } from '#ui/carousel.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from './home-section.tsx';

export function Testimonials() {
  const t = useTranslator();
  const { rating, happyCustomers: customers, satisfaction } = claims;
  return (
    <Section
      title={t('home.testimonials.title')}
      text={t('home.testimonials.summary', { rating, customers, satisfaction })}
      sunken
    >
      <Carousel label={t('home.testimonials.list')} step="item">
        {testimonials.map((testimonial) => (
          <Quote key={testimonial.name} testimonial={testimonial} />
        ))}
      </Carousel>
    </Section>
  );
}

function Quote({ testimonial }: { testimonial: Testimonial }) {
  const t = useTranslator();
  return (
    <figure className="flex h-full flex-col gap-4 rounded-lg border border-line bg-surface p-5 md:p-6">
      <p className="flex text-waiting">
        <span className="sr-only">{t('home.testimonials.stars', { rating: testimonial.rating })}</span>
        {[1, 2, 3, 4, 5].map((star) => (
          <Icon key={star} name="star" className={`size-5 ${star <= testimonial.rating ? 'fill-current' : ''}`} />
        ))}
      </p>
      <blockquote className="text-lg">{testimonial.text}</blockquote>
      <figcaption className="mt-auto">
        <p className="font-semibold">{testimonial.name}</p>
        <p className="text-ink-soft">
          {testimonial.carPurchased} · <time dateTime={testimonial.isoDate}>{testimonial.date}</time>
        </p>
        {testimonial.verified && (
          <p className="mt-1 flex items-center gap-1.5 font-semibold text-sm text-verified">
            <Icon name="check" className="size-4" />
            {t('home.testimonials.verified')}
          </p>
        )}
      </figcaption>
    </figure>
  );
}
