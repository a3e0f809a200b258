import { useId, useState } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { newId } from '#lib/random-key.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/forms/fields.tsx';
import type { StepResponse, TimelineResponse } from '../model/shipment-contract.ts';
import { STEP_OWNERS } from '../model/step.ts';

/** The due date and owner of each step of an order. The operator can change them, with a reason. */
export function SchedulePart({ timeline }: { timeline: TimelineResponse }) {
  const t = useTranslator();
  const id = useId();
  const { order_id: orderId, life, cars } = timeline;
  const isOpen = life !== 'completed' && life !== 'cancelled';
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 id={id} className="text-lg">
        {t('schedule.title')}
      </h2>
      <p className="text-ink-soft text-sm">{t('schedule.about')}</p>
      <ul className="grid gap-2">
        {(cars[0]?.steps ?? []).map((step) => (
          <li key={step.step} className="grid gap-1 border-line border-b pb-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{t(`shipments.step.${step.step}`)}</span>
              <span className={`figures ${step.late ? 'font-semibold text-danger' : ''}`}>{t.date(step.due_at)}</span>
            </p>
            <p className="text-ink-soft text-sm">
              {t(`shipments.owner.${step.owner}`)} · {t(`shipments.state.${step.state}`)}
            </p>
            {isOpen && isChangeable(step) && <ChangeForm orderId={orderId} step={step} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isChangeable({ step, state }: StepResponse): boolean {
  return step !== 'deposit' && step !== 'balance' && (state === 'next' || state === 'open');
}

function ChangeForm({ orderId, step }: { orderId: number; step: StepResponse }) {
  const t = useTranslator();
  const [id, setId] = useState(newId);
  const name = t(`shipments.step.${step.step}`);
  return (
    <details>
      <summary className="cursor-pointer py-1 text-link text-sm">{t('schedule.change', { step: name })}</summary>
      <ActionForm name="change schedule" className="grid gap-4 pt-2 pb-3" onDone={() => setId(newId())}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="order" value={orderId} />
        <input type="hidden" name="step" value={step.step} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="due_on"
            type="date"
            label={t('schedule.dueOn')}
            defaultValue={step.due_at.slice(0, 10)}
            required
          />
          <SelectField
            name="owner"
            label={t('schedule.owner')}
            defaultValue={step.owner}
            options={STEP_OWNERS.map((value) => ({ value, label: t(`shipments.owner.${value}`) }))}
          />
        </div>
        <TextAreaField
          name="reason"
          label={t('schedule.reason')}
          hint={t('schedule.reasonHint')}
          maxLength={500}
          rows={2}
          required
          isPublic
        />
        <SubmitButton busy={t('schedule.saving')}>{t('schedule.save')}</SubmitButton>
      </ActionForm>
    </details>
  );
}
