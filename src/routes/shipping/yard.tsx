import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { HandoverForm } from '#features/shipping/handovers/components/handover-form.tsx';
import { useYard } from '#features/shipping/shipments/client/use-yard.ts';
import { ReportForm } from '#features/shipping/shipments/components/report-form.tsx';
import { WaitingList, YardOrders } from '#features/shipping/shipments/components/yard.tsx';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { privateMeta } from '#lib/pages/page-handlers.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';

export const meta = privateMeta('yard.title', 'yard.about');

/** Where sellers and the operator report steps from a phone. The page has no personal data, so it works without a connection. */
export default function Yard() {
  const t = useTranslator();
  const wanted = Number(useSearchParams()[0].get('order'));
  const { yard, waiting, failed, add, remove } = useYard();
  const [isHandover, setHandover] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    if (wanted > 0) setChosen(wanted);
  }, [wanted]);
  const orders = yard?.orders ?? null;
  const order = orders?.orders.find(({ order_id: id }) => id === chosen);
  return (
    <div className="mx-auto grid max-w-xl grid-cols-1 gap-6 px-4 py-6">
      <header className="grid gap-2">
        <h1 className="text-2xl">{t('yard.title')}</h1>
        <p className="text-ink-soft">{t('yard.about')}</p>
      </header>
      {yard?.state === 'offline' && (
        <p role="status" className="rounded-md bg-waiting-ground p-3 font-semibold text-waiting">
          {t('yard.offline')}
        </p>
      )}
      {failed && (
        <p role="alert" className="rounded-md bg-danger-ground p-3 text-danger">
          {t('yard.notStored')}
        </p>
      )}
      {waiting && <WaitingList items={waiting} onRemove={remove} />}
      {yard?.state === 'signed out' && (
        <p>
          {t('yard.signedOut')}{' '}
          <Link to={`${paths.login}?next=${encodeURIComponent(paths.yard)}`} className={TEXT_LINK}>
            {t('yard.login')}
          </Link>{' '}
          ·{' '}
          <Link to={paths.adminLogin} className={TEXT_LINK}>
            {t('yard.adminLogin')}
          </Link>
        </p>
      )}
      {orders && <YardOrders orders={orders.orders} chosen={chosen} onChoose={setChosen} />}
      {orders && order && (
        <section className="grid gap-4" aria-label={t('yard.report', { number: order.number })}>
          <h2 className="text-lg">{t('yard.report', { number: order.number })}</h2>
          <fieldset className="grid grid-cols-2 gap-2">
            <legend className="sr-only">{t('handover.tabs')}</legend>
            {([false, true] as const).map((isProtocol) => (
              <label
                key={String(isProtocol)}
                className="flex min-h-12 items-center gap-2 rounded-md border border-line-strong px-3 has-checked:border-ink has-checked:font-semibold"
              >
                <input
                  type="radio"
                  name="what"
                  checked={isHandover === isProtocol}
                  onChange={() => setHandover(isProtocol)}
                />
                {t(isProtocol ? 'handover.tab' : 'handover.tab.step')}
              </label>
            ))}
          </fieldset>
          {isHandover ? (
            <HandoverForm key={order.order_id} order={order} yard={orders} onRecord={add} />
          ) : (
            <ReportForm key={order.order_id} order={order} yard={orders} onReport={add} />
          )}
        </section>
      )}
    </div>
  );
}
