import { useRef, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm } from '#ui/forms/action-form.tsx';
import { CheckField } from '#ui/forms/check-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import {
  CANCEL_STEPS,
  changesOf,
  TERM_FIELDS,
  type TermChange,
  type TermField,
  type TermValues,
} from '../model/term-values.ts';
import { MAX_REASON_LENGTH, readTermsForm, termsProblems, typedTerm } from '../model/terms-form.ts';
import { termWords } from '../model/terms-words.ts';
import { PlanFields } from './plan-fields.tsx';
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
