import { useEffect, useRef, useState } from 'react';
import { COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Button } from '#ui/button.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { PLAN_OFFERS, type PlanOffer } from '../model/plan-offer.ts';
import type { TermValues } from '../model/term-values.ts';
import { MAX_COUNTRIES, planFields } from '../model/terms-form.ts';

type Row = { id: number; country: string; plans: PlanOffer[] };
type PlanFieldsProps = { inForce: Pick<TermValues, 'plans' | 'country_plans'>; onChange: () => void };

/** Asks which plans are offered: everywhere, and in countries with plans of their own. */
export function PlanFields({ inForce, onChange }: PlanFieldsProps) {
  const t = useTranslator();
  const [rows, setRows] = useState<Row[]>(() =>
    Object.entries(inForce.country_plans).map(([country, plans], id) => ({ id, country, plans })),
  );
  const nextId = useRef(rows.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of the form are other ones after each change of rows
  useEffect(onChange, [rows]);
  const add = () => setRows([...rows, { id: nextId.current++, country: '', plans: inForce.plans }]);
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('admin.terms.plans.text')}</p>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">{t('admin.terms.plans.everywhere')}</legend>
        <PlanChoice row={null} plans={inForce.plans} />
      </fieldset>
      {rows.map(({ id, country, plans }, row) => (
        <CountryRow
          key={id}
          row={row}
          country={country}
          plans={plans}
          onRemove={() => setRows(rows.filter((other) => other.id !== id))}
        />
      ))}
      {rows.length < MAX_COUNTRIES && (
        <Button kind="quiet" type="button" onClick={add} className="justify-self-start">
          {t('admin.terms.plans.add')}
        </Button>
      )}
    </>
  );
}

type CountryRowProps = { row: number; country: string; plans: PlanOffer[]; onRemove: () => void };

function CountryRow({ row, country: saved, plans, onRemove }: CountryRowProps) {
  const t = useTranslator();
  const [country, setCountry] = useState(saved);
  const known = [...new Set([...COUNTRIES, ...(saved ? [saved] : [])])]
    .map((value) => ({ value, label: t.region(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, t.locale));
  const title = country
    ? t('admin.terms.plans.ofCountry', { country: t.region(country) })
    : t('admin.terms.plans.newCountry');
  return (
    <fieldset className="grid min-w-0 gap-2 border-line border-t pt-4">
      <legend className="sr-only">{title}</legend>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <SelectField
            name={planFields(row).country}
            label={t('admin.terms.plans.country')}
            options={[{ value: '', label: t('admin.terms.plans.chooseCountry') }, ...known]}
            defaultValue={saved}
            onChange={(event) => setCountry(event.currentTarget.value)}
          />
        </div>
        <Button
          kind="plain"
          type="button"
          onClick={onRemove}
          aria-label={
            country ? t('admin.terms.plans.removeOf', { country: t.region(country) }) : t('admin.terms.plans.remove')
          }
        >
          {t('admin.terms.plans.remove')}
        </Button>
      </div>
      <PlanChoice row={row} plans={plans} />
    </fieldset>
  );
}

function PlanChoice({ row, plans }: { row: number | null; plans: PlanOffer[] }) {
  const t = useTranslator();
  const fields = planFields(row);
  return (
    <>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {PLAN_OFFERS.map((plan) => (
          <CheckField
            key={plan}
            name={fields.plan(plan)}
            label={t(`admin.terms.planLabel.${plan}`)}
            defaultChecked={plans.includes(plan)}
          />
        ))}
      </div>
      <SelectField
        name={fields.first}
        label={t('admin.terms.plans.first')}
        options={PLAN_OFFERS.map((plan) => ({ value: plan, label: t(`admin.terms.planLabel.${plan}`) }))}
        defaultValue={plans[0]}
      />
    </>
  );
}
