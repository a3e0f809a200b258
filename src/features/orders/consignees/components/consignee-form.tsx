import { consigneeProblems, MAX_CONSIGNEE_LENGTH } from '#features/orders/orders/model/consignee.ts';
import { countryOptions, ProhibitedPart } from '#features/payments/destinations/components/prohibited-part.tsx';
import { CodeStep } from '#features/people/accounts/components/code-step.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField, TextAreaField, TextField, useFormState } from '#ui/forms/fields.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';

/** Names the consignee. If `isLocked`, it also asks for the password and then for the emailed code; if the cars may not be
 * imported there, for whom they are. */
export function ConsigneeForm({ isLocked, cars }: { isLocked: boolean; cars: number }) {
  const t = useTranslator();
  return (
    <ActionForm name="consignee" check={consigneeProblems}>
      <Details />
      <ProhibitedPart cars={cars} />
      {isLocked && (
        <PasswordField name="password" label={t('orders.consignee.password')} autoComplete="current-password" />
      )}
      {isLocked && <CodeStep />}
      <SubmitButton busy={t('orders.consignee.sending')}>
        {t(isLocked ? 'orders.consignee.send' : 'orders.consignee.save')}
      </SubmitButton>
    </ActionForm>
  );
}

function Details() {
  const t = useTranslator();
  const { values } = useFormState();
  const most = MAX_CONSIGNEE_LENGTH;
  return (
    <>
      <TextField name="name" label={t('orders.consignee.name')} autoComplete="off" maxLength={most.name} />
      <TextAreaField
        name="address"
        label={t('orders.consignee.address')}
        rows={3}
        maxLength={most.address}
        defaultValue={values.address}
        isPublic
      />
      <SelectField
        name="country"
        label={t('orders.consignee.country')}
        options={[{ value: '', label: t('orders.consignee.country.choose') }, ...countryOptions(t)]}
        defaultValue={values.country}
      />
      <TextField
        name="phone"
        type="tel"
        label={t('orders.consignee.phone')}
        hint={t('orders.consignee.phoneHint')}
        autoComplete="off"
        maxLength={most.phone}
      />
      <TextField
        name="id_number"
        label={t('orders.consignee.id')}
        hint={t('orders.consignee.idHint')}
        autoComplete="off"
        maxLength={most.id_number}
      />
      <TextAreaField
        name="notify_party"
        label={t('orders.consignee.notifyField')}
        hint={t('orders.consignee.notifyHint')}
        rows={2}
        maxLength={most.notify_party}
        defaultValue={values.notify_party}
        isPublic
      />
    </>
  );
}
