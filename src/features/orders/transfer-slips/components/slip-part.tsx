import { useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { slipCalls } from '#features/orders/orders-calls.ts';
import { MAX_SLIPS, SLIP_TYPES } from '#features/orders/transfer-slips/model/slip.ts';
import type { SlipResponse, SlipsResponse } from '#features/orders/transfer-slips/model/slip-contract.ts';
import { type ApiClient, isApiFailure, isNetworkError } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { Icon } from '#ui/icon.tsx';

type SlipPartProps = { order: Pick<OrderResponse, 'id' | 'life'>; slips: SlipsResponse };

/** Slips of an order, and a button to send one. The upload needs scripts. */
export function SlipPart({ order, slips: { items, may_send: maySend } }: SlipPartProps) {
  const t = useTranslator();
  const title = useId();
  const { busy, send } = useSending(order.id);
  if (items.length === 0 && !maySend) return null;
  const isOpen = order.life === 'held' || order.life === 'active';
  return (
    <section aria-labelledby={title} className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 id={title} className="text-lg">
        {t('slips.title')}
      </h2>
      {items.length > 0 && (
        <>
          {isOpen && maySend && (
            <p className="flex items-start gap-3 rounded-md border border-waiting bg-waiting-ground p-3">
              <Icon name="eye" className="mt-0.5 size-5 shrink-0" />
              {t(order.life === 'held' ? 'slips.received.held' : 'slips.received.active')}
            </p>
          )}
          <SlipLinks slips={items} />
        </>
      )}
      {maySend && (
        <div className="grid justify-items-start gap-3 noscript:hidden">
          <p className="max-w-prose text-ink-soft">{t('slips.about')}</p>
          <FilePicker accept={SLIP_TYPES} onPick={([file]) => file && !busy && void send(file)}>
            <Icon name="up" />
            {busy ? t('slips.sending') : t(items.length > 0 ? 'slips.sendAnother' : 'slips.send')}
          </FilePicker>
          <p className="text-ink-soft text-sm">{t('slips.limits', { most: MAX_SLIPS })}</p>
        </div>
      )}
    </section>
  );
}

function useSending(orderId: number) {
  const t = useTranslator();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    const form = new FormData();
    form.append('file', file);
    setBusy(true);
    try {
      await sendForm(slipCalls.send, form, { params: { id: orderId } });
      showToast(t('slips.sent'));
      await revalidate();
    } catch (error) {
      if (!isApiFailure(error) && !isNetworkError(error)) throw error;
      showToast(isApiFailure(error) ? error.message : t('ui.unreachable'), 'failed');
    } finally {
      setBusy(false);
    }
  };
  return { busy, send };
}

/** Links that download the slips of an order. */
export function SlipLinks({ slips }: { slips: SlipResponse[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-1">
      {slips.map(({ id, url, at }, index) => (
        <li key={id}>
          <a href={url} download className={`${TEXT_LINK} gap-2`}>
            <Icon name="document" />
            {t('slips.name', { number: index + 1, time: t.utcTime(at) })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Slips of an order for the back office, with a note on their value as evidence. */
export function SlipsOfOrder({ slips }: { slips: SlipResponse[] }) {
  const t = useTranslator();
  if (slips.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{t('slips.office.title')}</h3>
      <p className="text-ink-soft text-sm">{t('slips.office.about')}</p>
      <SlipLinks slips={slips} />
    </section>
  );
}

export function fetchMySlips(api: ApiClient, orderId: number): Promise<SlipsResponse> {
  return api.call(slipCalls.mine, { params: { id: orderId } });
}

/** Fetches the slips of an order for the back office; none for a person who may not see payments. */
export async function fetchSlipsOfOrder(api: ApiClient, orderId: number): Promise<SlipResponse[]> {
  try {
    return (await api.call(slipCalls.ofOrder, { params: { id: orderId } })).items;
  } catch (error) {
    if (isApiFailure(error) && error.status === 403) return [];
    throw error;
  }
}
