import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { ConsigneeLines } from '../components/consignee-part.tsx';
import type { ConsigneeVersionResponse } from '../model/consignee-contract.ts';

type ConsigneeSectionProps = { orderId: number; versions: ConsigneeVersionResponse[] };

/** Who receives the cars of an order, for the back office: now, the change that waits, and everybody named before. */
export function ConsigneeSection({ orderId, versions }: ConsigneeSectionProps) {
  const t = useTranslator();
  const current = versions.find(({ state }) => state === 'in_effect');
  const waiting = versions.find(({ state }) => state === 'waiting');
  const before = versions.filter(({ state }) => state === 'replaced' || state === 'canceled');
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('orders.consignee')}</h3>
      {current ? <ConsigneeLines consignee={current} to="office" /> : <p>{t('admin.orders.consignee.buyer')}</p>}
      {waiting && (
        <div className="grid gap-2 rounded-md border border-waiting bg-waiting-ground p-3">
          <p className="font-semibold">
            {t('admin.orders.consignee.waits')} <UtcTime time={waiting.effective_at} />
          </p>
          <ConsigneeLines consignee={waiting} to="office" />
          <ActionForm name="consignee cancel" className="grid gap-3">
            <input type="hidden" name="order" value={orderId} />
            <SubmitButton kind="danger" busy={t('orders.consignee.canceling')} className="justify-self-start">
              {t('orders.consignee.cancel')}
            </SubmitButton>
          </ActionForm>
        </div>
      )}
      {before.length > 0 && (
        <details>
          <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold">
            {t('admin.orders.consignee.history', { count: before.length })}
          </summary>
          <ol className="grid gap-3">
            {before.map((version) => (
              <li key={version.made_at} className="grid gap-1 border-line border-t pt-2 text-sm">
                <span className="text-ink-soft">
                  {version.state === 'canceled'
                    ? t('admin.orders.consignee.canceled', { by: version.canceled_by ?? 'system' })
                    : t('admin.orders.consignee.replaced')}{' '}
                  <UtcTime time={version.ended_at ?? version.effective_at} />
                </span>
                <ConsigneeLines consignee={version} to="office" />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
