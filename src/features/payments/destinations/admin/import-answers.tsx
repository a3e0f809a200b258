import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { ImportAnswerResponse } from '../model/destination-contract.ts';

type ImportAnswersProps = {
  imports: ImportAnswerResponse[];
  /** The buyer was asked for the destination and gave none. */
  isNotSaid: boolean;
};

/** Import verdicts of an order's cars for each named country, with the buyer's declarations. */
export function ImportAnswers({ imports, isNotSaid }: ImportAnswersProps) {
  const t = useTranslator();
  if (imports.length === 0 && !isNotSaid) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('admin.orders.imports')}</h3>
      {isNotSaid && <p>{t('admin.orders.imports.notSaid')}</p>}
      <ol className="grid gap-3">
        {imports.map(({ cause, car, country, light, why, buying_for: name, buying_for_country: declared, at }) => (
          <li key={`${at} ${car} ${country}`} className="grid gap-1 border-line border-t pt-2">
            <span className="flex flex-wrap items-center gap-x-3">
              <span className="font-semibold">{t.region(country)}</span>
              <ImportLight light={light} />
            </span>
            <span>{car}</span>
            {why && <span className="max-w-prose">{why}</span>}
            {declared && (
              <span>
                {t('admin.orders.imports.declared', {
                  name: name ?? t('admin.bookings.destination.erased'),
                  country: t.region(declared),
                })}
              </span>
            )}
            <span className="text-ink-soft text-sm">
              {t(`admin.orders.imports.${cause}`)} · <UtcTime time={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
