import { claims } from '#content/claims.ts';
import { demoFigures } from '#content/home/demo-figures.ts';
import { testimonials } from '#content/home/testimonials.ts';
import type { FiguresResponse } from '#features/aftersales/figures/model/figures-contract.ts';
import { useCarriedDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { Section } from '#features/site/content/components/home-sections.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Carousel } from '#ui/carousel/carousel.tsx';
import { Icon } from '#ui/icon.tsx';
import { DemoMark, type Figure, FigureTiles } from './claims-strip.tsx';
import './brand-strip.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { brands } from '#content/home/brands.ts';
import { paths } from '#paths.ts';

export function Insights({ figures }: { figures: FiguresResponse | null }) {
  const t = useTranslator();
  const counted = figures?.demo ? demoInsights(t) : insightsOf(figures, t);
  const shipping = {
    value: claims.typicalShipping,
    label: t('home.insights.shipping'),
    source: t('figures.source.shipping'),
  };
  return (
    <Section title={t('home.insights.title')} {...(figures?.demo && { aside: <DemoMark /> })}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        <FigureTiles figures={[...counted, shipping]} className="gap-1 bg-surface p-4 md:p-6" />
      </dl>
    </Section>
  );
}

function demoInsights(t: Translator): Figure[] {
  return [
    { value: demoFigures.averageCarAge, label: t('home.insights.age') },
    { value: demoFigures.mostPopularBrand, label: t('home.insights.brand') },
    { value: demoFigures.vinChecksPerDay, label: t('home.insights.vin') },
  ];
}

function insightsOf(figures: FiguresResponse | null, t: Translator): Figure[] {
  const { averageAge = null, topMake = null, vinChecks = null } = figures ?? {};
  const shown: Figure[] = [];
  if (averageAge !== null)
    shown.push({
      value: t('figures.age', { years: t.number(averageAge, 'oneDecimal') }),
      label: t('home.insights.age'),
      source: t('figures.source.age'),
    });
  if (topMake)
    shown.push({
      value: topMake.make,
      label: t('home.insights.brand'),
      source: t('figures.source.brand', { cars: topMake.cars }),
    });
  if (vinChecks)
    shown.push({
      value: t.number(vinChecks.count),
      label: t('figures.vinChecks'),
      source: t('figures.source.vin', { day: t.date(vinChecks.since) }),
    });
  return shown;
}

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

/**
 * Scrolls the popular brands. Without a car of one, its list says so and shows cars that come close. Stops for reduced motion, hover,
 * focus and the pause button.
 */
export function BrandStrip() {
  const t = useTranslator();
  const [paused, setPaused] = useState(false);
  return (
    <section aria-labelledby="brands" className="border-line border-b py-6">
      <div className="mx-auto flex max-w-[86rem] items-center justify-between px-4 md:px-8">
        <h2 id="brands" className="font-semibold text-base text-ink-soft">
          {t('home.brands.title')}
        </h2>
        <button
          type="button"
          aria-label={t(paused ? 'home.brands.play' : 'home.brands.pause')}
          onClick={() => setPaused(!paused)}
          className="-me-3 grid size-11 place-items-center rounded-md text-ink-soft hover:bg-sunken motion-reduce:hidden noscript:hidden"
        >
          <Icon name={paused ? 'play' : 'pause'} className="size-4" />
        </button>
      </div>
      <div className="brand-strip" data-paused={paused || undefined}>
        <Logos />
        <Logos copy />
      </div>
    </section>
  );
}

/** @param copy second list that makes the loop seamless; hidden from assistive technology and the keyboard */
function Logos({ copy = false }: { copy?: boolean }) {
  const t = useTranslator();
  const carry = useCarriedDestination();
  return (
    <ul aria-hidden={copy || undefined} inert={copy}>
      {brands.map(({ name, logo, make }) => (
        <li key={name}>
          <Link
            to={carry(`${paths.explore}?make=${encodeURIComponent(make)}`)}
            className="block rounded-md bg-on-quay outline-offset-2 hover:opacity-80"
          >
            <img
              src={logo}
              alt={copy ? '' : t('home.brands.alt', { brand: name })}
              width={120}
              height={80}
              loading="lazy"
            />
          </Link>
        </li>
      ))}
    </ul>
  );
}
