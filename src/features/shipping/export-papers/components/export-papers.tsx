import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { ORIGINS } from '../model/export-goods.ts';
import type { ExportCarResponse, ExportPapersResponse } from '../model/export-paper-contract.ts';

type ExportPapersProps = { orderId: number; papers: ExportPapersResponse };

/** The papers that customs require, and the facts that they lack. The seller and the office enter them. */
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

const MEASURES = ['weight_kg', 'length_mm', 'width_mm', 'height_mm'] as const;

/** The facts of a car for export papers. Unknown facts stay empty. */
function GoodsForm({ orderId, car }: { orderId: number; car: ExportCarResponse }) {
  const t = useTranslator();
  const countries = ORIGINS.map((value) => ({ value, label: t.region(value) }));
  return (
    <details className="rounded-md bg-sunken p-4">
      <summary className="cursor-pointer py-2 font-semibold">{t('exportPapers.enter', { car: car.name })}</summary>
      <ActionForm key={car.version} name="save goods" className="grid gap-4 pt-4">
        <input type="hidden" name="order" value={orderId} />
        <input type="hidden" name="listing" value={car.listing_id} />
        <input type="hidden" name="seen" value={car.version ?? ''} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            name="hs_code"
            label={t('exportPapers.fact.hs_code')}
            hint={t('exportPapers.hsCodeHint')}
            defaultValue={car.hs_code ?? ''}
            inputMode="numeric"
            maxLength={16}
            autoComplete="off"
          />
          <TextField
            name="engine_number"
            label={t('exportPapers.fact.engine_number')}
            hint={t('exportPapers.engineHint')}
            defaultValue={car.engine_number ?? ''}
            maxLength={40}
            autoComplete="off"
          />
          <SelectField
            name="origin"
            label={t('exportPapers.fact.origin')}
            options={[{ value: '', label: t('exportPapers.unknown') }, ...countries]}
            defaultValue={car.origin ?? ''}
          />
          {MEASURES.map((name) => (
            <TextField
              key={name}
              name={name}
              label={t(`exportPapers.${name}`)}
              defaultValue={car[name] ?? ''}
              inputMode="numeric"
              maxLength={6}
              autoComplete="off"
            />
          ))}
        </div>
        <SubmitButton busy={t('exportPapers.saving')}>{t('exportPapers.save')}</SubmitButton>
      </ActionForm>
    </details>
  );
}
