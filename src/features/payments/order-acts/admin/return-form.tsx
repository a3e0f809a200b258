import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { type FormAction, outcomeOf } from '#lib/pages/form-action.ts';
import { NeedsSecond } from '#ui/admin/needs-second.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { returnCalls } from '../../office-calls.ts';

type ReturnFormProps = { orderId: number; needsSecond: boolean; cars: { listing_id: number; name: string }[] };

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
