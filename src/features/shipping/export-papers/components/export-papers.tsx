import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import { TEXT_LINK } from '#ui/text-link.ts';
import type { ExportCarResponse, ExportPapersResponse } from '../model/export-paper-contract.ts';
import { GoodsForm } from './goods-form.tsx';

type ExportPapersProps = { orderId: number; papers: ExportPapersResponse };

/** The papers that customs ask for, and what they lack. Seller and office enter the facts of the cars. */
export function ExportPapers({ orderId, papers: { papers, cars, may_write: mayWrite } }: ExportPapersProps) {
  const t = useTranslator();
  const id = useId();
  if (cars.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="grid gap-1">
        <h2 id={id} className="text-lg">
          {t('exportPapers.title')}
        </h2>
        <p className="max-w-prose text-ink-soft text-sm">{t('exportPapers.about')}</p>
      </div>
      {papers.length > 0 && (
        <ul className="grid gap-2">
          {papers.map(({ kind, closed, url }) => (
            <li key={kind}>
              {closed === null ? (
                <a href={url} download className={`${TEXT_LINK} gap-2`}>
                  <Icon name="document" />
                  {t(`exportPapers.kind.${kind}`)}
                </a>
              ) : (
                <p className="text-ink-soft">
                  {t('exportPapers.closed', {
                    paper: t(`exportPapers.kind.${kind}`),
                    why: t(`exportPapers.closed.${closed}`),
                  })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {cars.map((car) => (
        <Car key={car.listing_id} orderId={orderId} car={car} mayWrite={mayWrite} />
      ))}
    </section>
  );
}

function Car({ orderId, car, mayWrite }: { orderId: number; car: ExportCarResponse; mayWrite: boolean }) {
  const t = useTranslator();
  const missing = car.missing.map((fact) => t(`exportPapers.fact.${fact}`)).join(', ');
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <h3 className="wrap-anywhere font-semibold">{car.name}</h3>
      {missing === '' ? (
        <p className="text-verified">{t('exportPapers.complete')}</p>
      ) : (
        <p className="max-w-prose text-waiting">{t('exportPapers.missing', { facts: missing })}</p>
      )}
      {mayWrite && <GoodsForm orderId={orderId} car={car} />}
    </div>
  );
}
