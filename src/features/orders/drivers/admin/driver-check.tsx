import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { driverCalls } from '../../orders-calls.ts';
import { DriverFacts } from '../components/driver-part.tsx';
import type { DriverResponse } from '../model/driver-contract.ts';

type DriverCheckProps = { orderId: number; driver: DriverResponse };

/** The license of a renter, which staff accept or refuse. */
export function DriverCheck({ orderId, driver }: DriverCheckProps) {
  const t = useTranslator();
  const shown = (
    <>
      <input type="hidden" name="id" value={orderId} />
      <input type="hidden" name="born_on" value={driver.born_on ?? ''} />
      <input type="hidden" name="valid_until" value={driver.valid_until ?? ''} />
      <input type="hidden" name="hash" value={driver.hash ?? ''} />
    </>
  );
  return (
    <section className="grid gap-3">
      <h3 className="text-lg">{t('drivers.title')}</h3>
      <DriverFacts driver={driver} />
      {driver.state === 'waits' && (
        <>
          <p className="text-ink-soft text-sm">{t('drivers.compare', { age: driver.min_age })}</p>
          <ActionForm name="license check" className="grid gap-2">
            {shown}
            <input type="hidden" name="accepted" value="yes" />
            <SubmitButton busy={t('drivers.sending')} className="justify-self-start">
              {t('drivers.accept')}
            </SubmitButton>
          </ActionForm>
          <ActionForm name="license check" className="grid gap-2">
            {shown}
            <TextField name="reason" label={t('drivers.reason')} maxLength={500} required />
            <SubmitButton kind="danger" busy={t('drivers.sending')} className="justify-self-start">
              {t('drivers.refuse')}
            </SubmitButton>
          </ActionForm>
        </>
      )}
    </section>
  );
}

/** Handles the form of the back office that checks a license. */
export const checkLicenseAction: FormAction = async ({ api, t, values }) => {
  const { id = '', accepted = '', reason = '', born_on = '', valid_until = '', hash = '' } = values;
  const body = { accepted: accepted === 'yes', reason, born_on, valid_until, hash };
  await api.call(driverCalls.check, { params: { id }, body });
  return { done: true, message: t('drivers.checked') };
};
