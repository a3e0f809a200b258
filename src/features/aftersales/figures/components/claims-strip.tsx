import { demoFigures } from '#content/home/demo-figures.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { LoadInput } from '#lib/pages/page-handlers.ts';
import { figuresCalls } from '../../aftersales-calls.ts';
import type { FiguresResponse } from '../model/figures-contract.ts';

/** What the site says of itself. Renders nothing if there is no figure. */
export function ClaimsStrip({ figures }: { figures: FiguresResponse | null }) {
  const t = useTranslator();
  if (!figures) return null;
  const shown = figures.demo ? demoClaims(t) : claimsOf(figures, t);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('home.claims')} className="border-line border-b bg-surface">
      <div className="mx-auto grid max-w-[86rem] gap-4 px-4 py-6 md:px-8">
        {figures.demo && <DemoMark />}
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
          <FigureTiles figures={shown} className="" />
        </dl>
      </div>
    </section>
  );
}

function demoClaims(t: Translator): Figure[] {
  return [
    { value: demoFigures.carsListed, label: t('home.claims.cars') },
    { value: demoFigures.happyCustomers, label: t('home.claims.customers') },
    { value: demoFigures.rating, label: t('home.claims.rating') },
    { value: demoFigures.satisfaction, label: t('home.claims.satisfaction') },
  ];
}

function claimsOf({ carsListed, buyersServed, rating }: FiguresResponse, t: Translator): Figure[] {
  const figures: Figure[] = [];
  if (carsListed !== null)
    figures.push({ value: t.number(carsListed), label: t('home.claims.cars'), source: t('figures.source.cars') });
  if (buyersServed !== null)
    figures.push({ value: t.number(buyersServed), label: t('figures.buyers'), source: t('figures.source.buyers') });
  if (rating)
    figures.push({
      value: t('figures.rating', { rating: t.number(rating.average, 'oneDecimal') }),
      label: t('home.claims.rating'),
      source: t('figures.source.rating', { count: rating.reviews }),
    });
  return figures;
}

/** Returns null after a failure: a page without figures is better than none. */
export function fetchFigures({ api }: Pick<LoadInput, 'api'>): Promise<FiguresResponse | null> {
  return api.call(figuresCalls.read).catch(() => null);
}

/** Marks figures and testimonials that are invented for the demo. */
export function DemoMark() {
  const t = useTranslator();
  return (
    <p className="w-fit rounded-md border border-waiting bg-waiting-ground px-2 py-0.5 font-semibold text-sm text-waiting">
      {t('figures.demo')}
    </p>
  );
}

/** A figure, what it says and where it comes from. Demo figures have no source. */
export type Figure = { value: string; label: string; source?: string };

/** The tiles of a figure list. */
export function FigureTiles({ figures, className }: { figures: Figure[]; className: string }) {
  return figures.map(({ value, label, source }) => (
    <div key={label} className={`flex flex-col-reverse justify-end ${className}`}>
      <dt className="text-ink-soft">
        {label}
        {source && <span className="block text-sm">{source}</span>}
      </dt>
      <dd className="figures wrap-anywhere font-bold text-xl md:text-2xl">
        <bdi>{value}</bdi>
      </dd>
    </div>
  ));
}
