import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextField } from '#ui/forms/fields.tsx';
import { lossCalls, returnCalls } from '../../office-calls.ts';
import { BILLS_OF_LOST } from '../model/act-list.ts';

type ReturnFormProps = { orderId: number; needsSecond: boolean; cars: { listing_id: number; name: string }[] };

type LossFormProps = Pick<ReturnFormProps, 'orderId' | 'cars'>;

/** Proposes that a car is lost on its way. */
export function LossForm({ orderId, cars }: LossFormProps) {
  const t = useTranslator();
  return (
    <details className="rounded-lg border border-line p-4">
      <summary className="min-h-11 cursor-pointer content-center">{t('acts.loss.title')}</summary>
      <div className="grid gap-3 pt-3">
        <p>{t('acts.loss.text')}</p>
        <NeedsSecond>{t('acts.loss.second')}</NeedsSecond>
        {cars.map(({ listing_id: id, name }) => (
          <ActionForm key={id} name="car loss" className="grid gap-2">
            <input type="hidden" name="id" value={orderId} />
            <input type="hidden" name="listing" value={id} />
            <SelectField
              name="bill"
              label={t('acts.loss.bill', { car: name })}
              options={BILLS_OF_LOST.map((value) => ({ value, label: t(`acts.loss.bill.${value}`) }))}
              required
            />
            <TextField name="note" label={t('acts.loss.note')} maxLength={500} required />
            <SubmitButton busy={t('acts.return.saving')} className="justify-self-start">
              {t('acts.loss.save')}
            </SubmitButton>
          </ActionForm>
        ))}
      </div>
    </details>
  );
}

/** Records the return of a car, which releases the refunds of its order. */
export function ReturnForm({ orderId, needsSecond, cars }: ReturnFormProps) {
  const t = useTranslator();
  return (
    <section className="grid gap-3 rounded-lg border border-waiting bg-waiting-ground p-4">
      <h3 className="text-lg">{t('acts.return.title')}</h3>
      <p>{t('acts.return.text')}</p>
      {needsSecond && <NeedsSecond>{t('acts.return.second')}</NeedsSecond>}
      {cars.map(({ listing_id: id, name }) => (
        <ActionForm key={id} name="order return" className="grid gap-2">
          <input type="hidden" name="id" value={orderId} />
          <input type="hidden" name="listing" value={id} />
          <TextField name="note" label={t('acts.return.note', { car: name })} maxLength={500} required />
          <SubmitButton busy={t('acts.return.saving')} className="justify-self-start">
            {t('acts.return.save')}
          </SubmitButton>
        </ActionForm>
      ))}
    </section>
  );
}

/** Handles the form `order return` of the orders screen. */
export const returnAction: FormAction = async ({ api, values: { id = '', listing = '', note = '' } }) => {
  const body = { listing_id: Number(listing), note };
  return outcomeOf(await api.call(returnCalls.record, { params: { id }, body }));
};

/** Handles the form `car loss` of the orders screen. */
export const lossAction: FormAction = async ({ api, values: { id = '', listing = '', bill = '', note = '' } }) => {
  const known = BILLS_OF_LOST.find((each) => each === bill) ?? 'stopped';
  return outcomeOf(
    await api.call(lossCalls.propose, { params: { id }, body: { listing_id: Number(listing), bill: known, note } }),
  );
};
