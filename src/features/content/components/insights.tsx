import { claims } from '#content/claims.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Section } from './home-section.tsx';

export function Insights() {
  const t = useTranslator();
  const figures = [
    [claims.averageCarAge, t('home.insights.age')],
    [claims.mostPopularBrand, t('home.insights.brand')],
    [claims.vinChecksPerDay, t('home.insights.vin')],
    [claims.typicalShipping, t('home.insights.shipping')],
  ];
  return (
    <Section title={t('home.insights.title')}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {figures.map(([figure, label]) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1 bg-surface p-4 md:p-6">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures font-bold text-xl md:text-2xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
