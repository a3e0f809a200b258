import { useEffect, useRef, useState } from 'react';
import { COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import { termsOfficeCalls } from '#features/payments/office-calls.ts';
import { readBankDayForm } from '#features/payments/order-terms/model/bank-days.ts';
import { PLAN_OFFERS, type PlanOffer } from '#features/payments/order-terms/model/order-terms.ts';
import type {
  BankDaysResponse,
  TermsOfficeResponse,
} from '#features/payments/order-terms/model/order-terms-contract.ts';
import {
  CANCEL_STEPS,
  changesOf,
  TERM_FIELDS,
  type TermChange,
  type TermField,
  type TermValues,
} from '#features/payments/order-terms/model/term-values.ts';
import {
  MAX_COUNTRIES,
  MAX_REASON_LENGTH,
  planFields,
  readTermsForm,
  termsProblems,
  termWords,
  typedTerm,
} from '#features/payments/order-terms/model/terms-form.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/page-handlers.ts';
import { Button } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import { Changes } from './terms-versions.tsx';

const GROUPS = [
  { name: 'money', fields: ['commission_bps', 'balance_days', 'grace_days', 'payout_days'] },
  { name: 'cancel', fields: ['cancel_free_days', 'kept_cancel_bps', 'kept_unpaid_bps'] },
  {
    name: 'rentals',
    fields: [
      'pick_up_hour',
      'return_hour',
      'return_grace_minutes',
      'renter_min_age',
      'rental_fee_days',
      'security_cents',
    ],
  },
  { name: 'transfers', fields: ['hold_days', 'tolerance_cents', 'tolerance_bps'] },
  {
    name: 'claims',
    fields: ['claim_days', 'claim_arrival_days', 'claim_answer_days', 'claim_reply_days', 'claim_review_days'],
  },
  { name: 'limits', fields: ['refund_limit_cents', 'payout_limit_cents', 'claim_limit_cents', 'cash_limit_cents'] },
] as const satisfies { name: string; fields: TermField[] }[];

/** Asks for the values of the next version, and shows what they change. */
export function TermsForm({ version, inForce }: { version: number; inForce: TermValues }) {
  const t = useTranslator();
  const fields = useRef<HTMLDivElement>(null);
  /** Null while a value is not allowed. */
  const [changes, setChanges] = useState<TermChange[] | null>([]);
  const preview = () => {
    const form = fields.current?.closest('form');
    if (!form) return;
    const { terms } = readTermsForm(Object.fromEntries(new FormData(form)));
    setChanges(terms && changesOf(inForce, terms));
  };
  return (
    <ActionForm name="propose" check={termsProblems} className="grid max-w-3xl gap-6">
      <input type="hidden" name="after" value={version} />
      <div ref={fields} onInput={preview} className="grid gap-6">
        {GROUPS.map(({ name, fields: names }) => (
          <Group key={name} title={t(`admin.terms.group.${name}`)}>
            <div className="grid items-end gap-5 sm:grid-cols-2">
              {names.map((field) => (
                <Figure key={field} field={field} value={inForce[field]} />
              ))}
            </div>
            {name === 'cancel' && (
              <>
                <SelectField
                  name="cancel_until"
                  label={t('admin.terms.label.cancel_until')}
                  options={CANCEL_STEPS.map((step) => ({ value: step, label: t(`admin.terms.cancelUntil.${step}`) }))}
                  defaultValue={inForce.cancel_until}
                />
                <CheckField
                  name="requires_steps"
                  label={t('admin.terms.label.requires_steps')}
                  defaultChecked={inForce.requires_steps}
                />
              </>
            )}
            {name === 'money' && (
              <CheckField
                name="requires_contract"
                label={t('admin.terms.label.requires_contract')}
                defaultChecked={inForce.requires_contract}
              />
            )}
          </Group>
        ))}
        <Group title={t('admin.terms.group.plans')}>
          <PlanFields inForce={inForce} onChange={preview} />
        </Group>
      </div>
      <section className="grid gap-2 rounded-lg border border-line bg-sunken p-4" aria-live="polite">
        <h3 className="font-semibold">{t('admin.terms.preview')}</h3>
        <Preview changes={changes} />
      </section>
      <TextAreaField
        name="reason"
        label={t('admin.terms.reason')}
        hint={t('admin.terms.reason.hint')}
        rows={2}
        maxLength={MAX_REASON_LENGTH}
      />
      <SubmitButton busy={t('admin.terms.sending')} className="justify-self-start">
        {t('admin.terms.propose')}
      </SubmitButton>
    </ActionForm>
  );
}

function Figure({ field, value }: { field: TermField; value: number }) {
  const t = useTranslator();
  const { least, most, unit } = TERM_FIELDS[field];
  const bounds = { least: termWords(t, field, least), most: termWords(t, field, most) };
  return (
    <TextField
      name={field}
      label={t(`admin.terms.label.${field}`)}
      hint={t(`admin.terms.hint.${field}`, bounds)}
      inputMode={unit === 'percent' || unit === 'money' ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={12}
      defaultValue={typedTerm(field, value)}
    />
  );
}

function Preview({ changes }: { changes: TermChange[] | null }) {
  const t = useTranslator();
  if (changes === null) return <p className="text-ink-soft">{t('admin.terms.preview.invalid')}</p>;
  if (changes.length === 0) return <p className="text-ink-soft">{t('admin.terms.preview.none')}</p>;
  return <Changes changes={changes} />;
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line bg-surface p-5">
      <legend className="px-1 font-semibold text-lg">{title}</legend>
      {children}
    </fieldset>
  );
}

type Row = { id: number; country: string; plans: PlanOffer[] };
type PlanFieldsProps = { inForce: Pick<TermValues, 'plans' | 'country_plans'>; onChange: () => void };

/** The offered plans: default ones, and plans per country. */
function PlanFields({ inForce, onChange }: PlanFieldsProps) {
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

/** Loader and actions of the page of order terms. */

type TermsPage = { terms: TermsOfficeResponse; bankDays: BankDaysResponse };

export const loadTerms: Load<TermsPage> = async ({ api, url }) => {
  const asked = url.searchParams.get('year') ?? '';
  const query = /^20\d\d$/.test(asked) ? { year: asked } : {};
  const [terms, bankDays] = await Promise.all([
    api.call(termsOfficeCalls.read),
    api.call(termsOfficeCalls.bankDays, { query }),
  ]);
  return { terms, bankDays };
};

const propose: FormAction = async ({ api, t, values }) => {
  const { terms, problems } = readTermsForm(values);
  if (!terms)
    return { done: false, fields: Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) };
  const { after = '', reason = '' } = values;
  const body = { ...terms, after: Number(after), reason };
  return outcomeOf(await api.call(termsOfficeCalls.propose, { body }));
};

const bankDays: FormAction = async ({ api, t, values }) => {
  const { seen = '' } = values;
  const year = Number(values.year);
  const { days, problems } = readBankDayForm(values, year);
  if (Object.keys(problems).length > 0)
    return { done: false, fields: Object.fromEntries(Object.entries(problems).map(([field, key]) => [field, t(key)])) };
  await api.call(termsOfficeCalls.saveBankDays, { body: { year, days, seen } });
  return { done: true, message: t('admin.bankDays.saved', { year: String(year) }) };
};

export const termsActions = { propose, bankDays };
