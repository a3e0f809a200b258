import { demoFigures } from '#content/home/demo-figures.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { FiguresResponse } from '../model/figures-contract.ts';
import { DemoMark } from './demo-mark.tsx';
import { type Figure, FigureTiles } from './figure-list.tsx';

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
