import { claims } from '#content/claims.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';

/** Figures that the operator states in the content file. */
export function ClaimsStrip() {
  const t = useTranslator();
  const figures = [
    [claims.carsListed, t('home.claims.cars')],
    [claims.happyCustomers, t('home.claims.customers')],
    [claims.rating, t('home.claims.rating')],
    [claims.satisfaction, t('home.claims.satisfaction')],
  ];
  return (
    <section aria-label={t('home.claims')} className="border-line border-b bg-surface">
      <dl className="mx-auto grid max-w-[86rem] grid-cols-2 gap-x-6 gap-y-5 px-4 py-6 md:grid-cols-4 md:px-8">
        {figures.map(([figure, label]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures font-bold text-xl">
              <bdi>{figure}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
