import { claims } from '#content/claims.ts';
import { demoFigures } from '#content/home/demo-figures.ts';
import { Section } from '#features/site/content/components/home-sections.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { FiguresResponse } from '../model/figures-contract.ts';
import { DemoMark, type Figure, FigureTiles } from './claims-strip.tsx';

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
