import { Link } from 'react-router';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { consigneePath } from '../client/consignee-client.ts';
import type { ConsigneeResponse, OrderConsigneeResponse } from '../model/consignee-contract.ts';

type ConsigneePartProps = { orderId: number; consignee: OrderConsigneeResponse };

/** Who receives the car, and the change that waits, for the buyer. */
export function ConsigneePart({ orderId, consignee }: ConsigneePartProps) {
  const t = useTranslator();
  const { current, pending, blocked_until: blockedUntil, closed } = consignee;
  return (
    <>
      {current ? <ConsigneeLines consignee={current} /> : <p>{t('orders.consignee.buyer')}</p>}
      {pending && <PendingChange pending={pending} />}
      {closed === null && blockedUntil !== null && (
        <p className="text-ink-soft text-sm">{t('orders.consignee.blockedUntil', { time: t.utcTime(blockedUntil) })}</p>
      )}
      {closed === null && blockedUntil === null && !pending && (
        <Link to={consigneePath(orderId)} className={`${TEXT_LINK} justify-self-start`}>
          {t(current ? 'orders.consignee.again' : 'orders.consignee.change')}
        </Link>
      )}
    </>
  );
}

function PendingChange({ pending }: { pending: ConsigneeResponse }) {
  const t = useTranslator();
  return (
    <div className="grid gap-3 rounded-md border border-waiting bg-waiting-ground p-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <Icon name="warning" className="size-5" />
        {t('orders.consignee.pending')}
      </h3>
      <p>{t('orders.consignee.pendingText', { time: t.utcTime(pending.effective_at) })}</p>
      <ConsigneeLines consignee={pending} />
      <p>{t('orders.consignee.pendingAsk')}</p>
      <ActionForm name="cancel-consignee" className="grid gap-3">
        <SubmitButton kind="danger" busy={t('orders.consignee.canceling')} className="justify-self-start">
          {t('orders.consignee.cancel')}
        </SubmitButton>
      </ActionForm>
    </div>
  );
}

type ConsigneeLinesProps = { consignee: ConsigneeResponse; to?: 'reader' | 'office' };

/** Name, address and notify party of a consignee. */
export function ConsigneeLines({ consignee, to = 'reader' }: ConsigneeLinesProps) {
  const t = useTranslator();
  const { name, address, country, phone, phone_written: phoneWritten, id_number: id, notify_party: party } = consignee;
  return (
    <address className="wrap-anywhere grid gap-0.5 not-italic">
      <span className="font-semibold">{name}</span>
      <span className="whitespace-pre-line">{address}</span>
      <BankDetailsWarning text={address} to={to} />
      <span>{t.region(country)}</span>
      <PhoneLink number={phone} written={phoneWritten} />
      {id !== '' && <span className="text-ink-soft text-sm">{t('orders.consignee.idNumber', { id })}</span>}
      {party !== '' && (
        <span className="whitespace-pre-line text-ink-soft text-sm">{t('orders.consignee.notify', { party })}</span>
      )}
      <BankDetailsWarning text={party} to={to} />
    </address>
  );
}
