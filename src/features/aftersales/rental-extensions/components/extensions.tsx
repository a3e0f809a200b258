import { useState } from 'react';
import { Link } from 'react-router';
import { orderPath } from '#features/orders/orders/client/order-client.ts';
import { dayAfter } from '#features/payments/payments/model/calendar-day.ts';
import type { ApiClient } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { FormAction } from '#lib/pages/form-action.ts';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';
import { TitledSection } from '#ui/titled-section.tsx';
import { extensionCalls } from '../../aftersales-calls.ts';
import { priceOfExtension } from '../model/extension.ts';
import type { ExtensionResponse, ExtensionsResponse, RentalRequest } from '../model/extension-contract.ts';

type ExtensionPartProps = { orderId: number; rental: ExtensionsResponse };

/** The requests to keep a rented car for longer: the renter asks, the owner or the office answers. */
export function ExtensionPart({ orderId, rental }: ExtensionPartProps) {
  const t = useTranslator();
  const { role, may, items } = rental;
  const waits = items.some(({ answer }) => answer === null);
  const mayAsk = role === 'buyer' && may.may === 'yes' && !waits;
  if (items.length === 0 && !mayAsk) return null;
  return (
    <TitledSection title={t('extensions.title')}>
      <div className="grid gap-4">
        {items.map((item) => (
          <Request key={item.id} orderId={orderId} item={item} role={role} />
        ))}
        {mayAsk && <AskForm orderId={orderId} rental={rental} />}
      </div>
    </TitledSection>
  );
}

function AskForm({ orderId, rental }: ExtensionPartProps) {
  const t = useTranslator();
  const [day, setDay] = useState('');
  const cents = costUntil(rental, day);
  return (
    <ActionForm name="ask extension" className="grid justify-items-start gap-3">
      <p className="max-w-prose text-ink-soft">{t('extensions.about', { day: t.date(rental.last_day) })}</p>
      <input type="hidden" name="order" value={orderId} />
      <TextField
        name="last_day"
        type="date"
        required
        label={t('extensions.lastDay')}
        min={dayAfter(rental.last_day)}
        max={rental.latest_day}
        value={day}
        onChange={({ target: { value } }) => setDay(value)}
        className="figures"
      />
      <p role="status" className="figures font-semibold">
        {cents !== null && t('extensions.price', { amount: t.cents(cents) })}
      </p>
      <SubmitButton kind="quiet" busy={t('extensions.sending')}>
        {t('extensions.ask')}
      </SubmitButton>
    </ActionForm>
  );
}

type RequestProps = { orderId: number; item: ExtensionResponse; role: ExtensionsResponse['role'] };

function Request({ orderId, item, role }: RequestProps) {
  const t = useTranslator();
  const { id, last_day: day, days, total_cents: cents, answer, deposit_ends: deposit } = item;
  const answers = role === 'buyer' ? (['withdrawn'] as const) : (['accepted', 'declined'] as const);
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <p className="figures">{t('extensions.until', { day: t.date(day), days, amount: t.cents(cents) })}</p>
      <p className="font-semibold">{t(`extensions.state.${answer ?? 'waits'}`)}</p>
      {deposit && (
        <p className="max-w-prose rounded-md border border-waiting bg-waiting-ground p-3 text-sm">
          {t(role === 'buyer' ? 'extensions.deposit.renter' : 'extensions.deposit.owner', {
            amount: t.cents(deposit.cents),
            time: t.utcTime(new Date(deposit.at)),
          })}
        </p>
      )}
      {answer === null && (
        <div className="flex flex-wrap gap-3">
          {answers.map((said) => (
            <ActionForm key={said} name="answer extension">
              <input type="hidden" name="order" value={orderId} />
              <input type="hidden" name="extension" value={id} />
              <input type="hidden" name="answer" value={said} />
              {deposit && <input type="hidden" name="deposit_ends" value={deposit.at} />}
              <SubmitButton kind={said === 'accepted' ? 'action' : 'plain'} busy={t('extensions.sending')}>
                {t(said === 'accepted' && deposit ? 'extensions.answer.acceptedAnyway' : `extensions.answer.${said}`)}
              </SubmitButton>
            </ActionForm>
          ))}
        </div>
      )}
    </div>
  );
}

/** The renters who wait for an answer of the owner, with their age. */
export function RentalRequests({ requests }: { requests: RentalRequest[] }) {
  const t = useTranslator();
  return (
    <ul className="grid gap-3">
      {requests.map(({ order_id: id, car, last_day: day, total_cents: cents, days }) => (
        <li key={id}>
          <Link
            to={orderPath(id)}
            className="flex items-center gap-3 rounded-lg border border-waiting bg-waiting-ground p-4 font-semibold underline-offset-4 hover:underline"
          >
            <Icon name="key" className="size-5 shrink-0" />
            <span className="wrap-anywhere grid gap-1">
              {t('extensions.request', { car, day: t.date(day), amount: t.cents(cents) })}
              <span className="figures font-normal text-ink-soft text-sm">{t('extensions.waitsFor', { days })}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Fetches the requests to extend a rental; null for a car for sale, or if the caller may not see it. */
export function fetchExtensions(api: ApiClient, orderId: number): Promise<ExtensionsResponse | null> {
  return api.findPermitted(extensionCalls.list, { params: { id: orderId } });
}

/** Fetches the requests that wait for the answer of the caller. */
export async function fetchRentalRequests(api: ApiClient): Promise<RentalRequest[]> {
  return (await api.call(extensionCalls.waiting)).items;
}

/** Returns what the rental costs until a last day; null if that is no day more. */
function costUntil(rental: ExtensionsResponse, lastDay: string): number | null {
  const { first_day: startDay, last_day: last, price_cents: priceCents, tax_cents: taxCents } = rental;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(lastDay) || lastDay > rental.latest_day) return null;
  const rented = { startDay, endDay: dayAfter(last), priceCents, taxCents };
  return priceOfExtension(rented, dayAfter(lastDay))?.totalCents ?? null;
}

const ask: FormAction = async ({ api, t, values: { order = '', last_day: lastDay = '' } }) => {
  const rental = await api.call(extensionCalls.list, { params: { id: order } });
  const body = { last_day: lastDay, total_cents: costUntil(rental, lastDay) ?? 1 };
  await api.call(extensionCalls.ask, { params: { id: order }, body });
  return { done: true, message: t('extensions.asked') };
};

const answer: FormAction = async ({ api, t, values }) => {
  const { order = '', extension = '', answer: said = '', deposit_ends: seen = '' } = values;
  const body = { answer: said as NonNullable<ExtensionResponse['answer']>, ...(seen !== '' && { deposit_ends: seen }) };
  await api.call(extensionCalls.answer, { params: { id: order, extension }, body });
  return { done: true, message: t('extensions.saved') };
};

/** Form actions about extending a rental. */
export const extensionActions: Record<string, FormAction> = { 'ask extension': ask, 'answer extension': answer };
