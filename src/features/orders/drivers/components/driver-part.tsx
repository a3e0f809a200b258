import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DriverResponse } from '#features/orders/drivers/model/driver-contract.ts';
import { driverCalls } from '#features/orders/orders-calls.ts';
import { type ApiClient, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { SubmitButton } from '#ui/forms/action-form.tsx';
import { FIELD, FormContext, FormField, TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { TitledSection } from '#ui/titled-section.tsx';

type DriverPartProps = { orderId: number; driver: DriverResponse };

/** Asks a renter for date of birth and license. The upload needs scripts. */
export function DriverPart({ orderId, driver }: DriverPartProps) {
  const t = useTranslator();
  const file = useId();
  const { state, send } = useSending(orderId);
  if (driver.state === 'missing' && !driver.may_send) return null;
  return (
    <TitledSection title={t('drivers.title')}>
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">{t('drivers.about', { age: driver.min_age })}</p>
        <DriverFacts driver={driver} />
        {driver.may_send && (
          <form noValidate onSubmit={send} className="grid justify-items-start gap-4 noscript:hidden">
            <FormContext value={state}>
              <TextField name="born_on" type="date" label={t('drivers.born')} autoComplete="bday" required />
              <TextField name="valid_until" type="date" label={t('drivers.validUntil')} required />
              <FormField id={file} name="file" label={t('drivers.file')} hint={t('drivers.fileHint')}>
                <input
                  id={file}
                  name="file"
                  type="file"
                  accept="image/jpeg,image/png,image/gif,image/webp,application/pdf"
                  aria-describedby={`${file}-hint`}
                  className={`${FIELD} py-2.5`}
                />
              </FormField>
              <SubmitButton kind="quiet" busy={t('drivers.sending')}>
                {t('drivers.send')}
              </SubmitButton>
            </FormContext>
          </form>
        )}
      </div>
    </TitledSection>
  );
}

function useSending(orderId: number) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const send = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    setProblems({});
    try {
      await sendForm(driverCalls.send, new FormData(form), { params: { id: orderId } });
      showToast(t('drivers.sent'));
      form.reset();
      void revalidate();
    } catch (error) {
      if (!isApiFailure(error) && !isNetworkError(error)) throw error;
      if (isApiFailure(error)) setProblems(error.fields ?? {});
      showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  return { state: { problems, values: {}, busy }, send };
}

/** What was sent about the driver of a rental, and what staff said. */
export function DriverFacts({ driver }: { driver: DriverResponse }) {
  const t = useTranslator();
  const { state, reason, born_on: born, valid_until: until, url } = driver;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="font-semibold">{t(`drivers.state.${state}`)}</p>
      {reason !== '' && <p className="wrap-anywhere">{reason}</p>}
      {born !== null && until !== null && (
        <p className="figures text-ink-soft text-sm">
          {t('drivers.stated', { born: t.date(born), until: t.date(until) })}
        </p>
      )}
      {url !== null && (
        <a href={url} download className={`${TEXT_LINK} gap-2`}>
          <Icon name="document" />
          {t('drivers.license')}
        </a>
      )}
    </div>
  );
}

/** Fetches the driver of a rental; null if its terms ask for none, or the caller may not see it. */
export function fetchDriver(api: ApiClient, orderId: number): Promise<DriverResponse | null> {
  return api.findPermitted(driverCalls.show, { params: { id: orderId } });
}
