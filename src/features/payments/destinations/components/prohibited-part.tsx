import { useState } from 'react';
import { COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import { MAX_BUYING_FOR } from '#features/payments/destinations/model/buying-for.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { SelectField, TextField, useFormState } from '#ui/forms/fields.tsx';

/** Options for the country of an address, sorted by name. */
export function countryOptions(t: Translator) {
  return COUNTRIES.map((value) => ({ value, label: t.region(value) })).sort((one, other) =>
    one.label.localeCompare(other.label, t.locale),
  );
}

/** After the server has refused a prohibited car: the reasons, and fields to declare its recipient. */
export function ProhibitedPart({ cars }: { cars: number }) {
  const t = useTranslator();
  const { problems, values } = useFormState();
  const [reasons, setReasons] = useState<string | null>(null);
  const refused = problems.destination ?? null;
  if (refused !== null && refused !== reasons) setReasons(refused);
  if (reasons === null) return null;
  return (
    <section
      aria-label={t('checkout.buyingFor')}
      className="grid gap-4 rounded-md border border-danger bg-danger-ground p-4"
    >
      <div role="alert" className="wrap-anywhere grid gap-1 text-danger">
        <p className="font-semibold">{t('transfers.prohibited', { cars })}</p>
        <p className="text-sm">{reasons}</p>
      </div>
      <TextField
        name="buying_for"
        label={t('checkout.buyingFor')}
        hint={t('checkout.buyingFor.hint')}
        autoComplete="off"
        maxLength={MAX_BUYING_FOR}
        defaultValue={values.buying_for}
      />
      <SelectField
        name="buying_for_country"
        label={t('checkout.buyingFor.country')}
        options={[{ value: '', label: t('transfers.country.choose') }, ...countryOptions(t)]}
        defaultValue={values.buying_for_country}
      />
    </section>
  );
}
