import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { ORIGINS } from '../model/export-goods.ts';
import type { ExportCarResponse } from '../model/export-paper-contract.ts';

const MEASURES = ['weight_kg', 'length_mm', 'width_mm', 'height_mm'] as const;

/** What export papers say of a car. Whatever is not known stays empty. */
export function GoodsForm({ orderId, car }: { orderId: number; car: ExportCarResponse }) {
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
