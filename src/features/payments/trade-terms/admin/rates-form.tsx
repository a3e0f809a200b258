import { useRef, useState } from 'react';
import { DESTINATION_COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import { Button } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { rateCalls } from '../../office-calls.ts';
import {
  MAX_PLACE_LENGTH,
  MAX_RATES,
  rateFields,
  ratesProblems,
  readRatesForm,
  type TypedRate,
} from '../model/rates-form.ts';
import type { RatesResponse } from '../model/trade-term-contract.ts';

/** Rows that can be filled in without scripts. */
const EMPTY_ROWS = 2;

type Row = { id: number; rate: TypedRate | null };

/** Lets an operator enter what we charge for shipping a car. */
export function RatesForm({ rates: { rates, seen } }: { rates: RatesResponse }) {
  const t = useTranslator();
  return (
    <section className="grid gap-4" id="transport-rates">
      <h2 className="text-lg">{t('admin.rates.title')}</h2>
      <p className="max-w-prose text-ink-soft">{t('admin.rates.text')}</p>
      {rates.length === 0 && <p>{t('admin.rates.none')}</p>}
      <Rates key={seen} rates={rates} seen={seen} />
    </section>
  );
}

function Rates({ rates, seen }: Pick<RatesResponse, 'rates' | 'seen'>) {
  const t = useTranslator();
  const [rows, setRows] = useState<Row[]>(() =>
    [...rates, ...Array.from({ length: EMPTY_ROWS }, () => null)].map((rate, id) => ({ id, rate })),
  );
  const nextId = useRef(rows.length);
  return (
    <ActionForm name="rates" check={ratesProblems} className="grid gap-4">
      <input type="hidden" name="seen" value={seen} />
      {rows.map(({ id, rate }, row) => (
        <RateRow key={id} row={row} rate={rate} onRemove={() => setRows(rows.filter((other) => other.id !== id))} />
      ))}
      <div className="flex flex-wrap gap-3">
        {rows.length < MAX_RATES && (
          <Button kind="quiet" type="button" onClick={() => setRows([...rows, { id: nextId.current++, rate: null }])}>
            {t('admin.rates.add')}
          </Button>
        )}
        <SubmitButton kind="quiet" busy={t('admin.rates.saving')}>
          {t('admin.rates.save')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

const hundredths = (amount: number | null | undefined) => (amount == null ? '' : (amount / 100).toFixed(2));

function RateRow({ row, rate, onRemove }: { row: number; rate: TypedRate | null; onRemove: () => void }) {
  const t = useTranslator();
  const fields = rateFields(row);
  const name = rate ? `${rate.port} ${rate.place}`.trim() : t('admin.rates.row', { row: row + 1 });
  const countries = DESTINATION_COUNTRIES.map((value) => ({ value, label: t.region(value) })).sort((one, other) =>
    one.label.localeCompare(other.label, t.locale),
  );
  const amount = { inputMode: 'decimal', maxLength: 10, autoComplete: 'off' } as const;
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-3 border-line border-b pb-4 lg:grid-cols-[2fr_1fr_2fr_1fr_1fr_1fr_1fr_auto]">
      <legend className="sr-only">{name}</legend>
      <SelectField
        name={fields.country}
        label={t('admin.rates.country')}
        options={[{ value: '', label: t('admin.rates.country.choose') }, ...countries]}
        defaultValue={rate?.country ?? ''}
      />
      <TextField
        name={fields.port}
        label={t('admin.rates.port')}
        maxLength={5}
        autoComplete="off"
        defaultValue={rate?.port}
      />
      <TextField
        name={fields.place}
        label={t('admin.rates.place')}
        maxLength={MAX_PLACE_LENGTH}
        autoComplete="off"
        defaultValue={rate?.place}
      />
      <TextField
        {...amount}
        name={fields.inspection}
        label={t('admin.rates.inspection')}
        defaultValue={hundredths(rate?.inspection_cents || null)}
      />
      <TextField
        {...amount}
        name={fields.freight}
        label={t('admin.rates.freight')}
        defaultValue={hundredths(rate?.freight_cents)}
      />
      <TextField
        {...amount}
        name={fields.insurance}
        label={t('admin.rates.insurance')}
        defaultValue={hundredths(rate?.insurance_bps)}
      />
      <TextField
        {...amount}
        name={fields.inland}
        label={t('admin.rates.inland')}
        defaultValue={hundredths(rate?.inland_cents)}
      />
      <Button
        kind="plain"
        type="button"
        onClick={onRemove}
        className="self-end"
        aria-label={t('admin.rates.removeOf', { name })}
      >
        {t('admin.rates.remove')}
      </Button>
    </fieldset>
  );
}

export function fetchRates(api: ApiClient): Promise<RatesResponse> {
  return api.call(rateCalls.read);
}

export const saveRates: FormAction = async ({ api, t, values }) => {
  const { rates, problems } = readRatesForm(values);
  if (Object.keys(problems).length > 0)
    return { done: false, fields: Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) };
  await api.call(rateCalls.save, { body: { rates, seen: values.seen ?? '' } });
  return { done: true, message: t('admin.rates.saved') };
};
