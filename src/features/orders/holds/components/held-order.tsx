import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import type { OrderResponse, TransferDetails } from '#features/orders/orders/model/order-contract.ts';
import { groupedAccount } from '#features/site/operator/model/bank-account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { showToast } from '#lib/pages/toast-store.ts';
import { useHydrated } from '#lib/pages/use-hydrated.ts';
import { paths } from '#paths.ts';
import { TEXT_LINK } from '#ui/button.tsx';
import { ActionForm, SubmitButton } from '#ui/forms/action-form.tsx';
import { SelectField } from '#ui/forms/fields.tsx';
import { Icon } from '#ui/icon.tsx';

/** Tells the buyer of held cars what to transfer and until when. */
export function HeldOrder({ order }: { order: OrderResponse }) {
  const t = useTranslator();
  const { hold, transfer, money } = order;
  const cars = order.cars.length;
  if (!hold) return null;
  const proForma = order.documents.find(({ kind }) => kind === 'pro_forma');
  return (
    <section
      aria-label={t('orders.next')}
      className="grid gap-5 rounded-lg border border-waiting bg-surface p-4 md:p-5"
    >
      <div className="grid gap-3 rounded-md bg-waiting-ground p-4">
        <h2 className="text-lg">
          {transfer ? t('transfers.title', { amount: t.cents(transfer.amount_cents), cars }) : t('orders.life.held')}
        </h2>
        <HoldCountdown hold={hold} />
        <p className="max-w-prose">{t('transfers.notBooked', { cars })}</p>
        {money.received_cents > 0 && transfer && (
          <p className="font-semibold">
            {t('transfers.part', {
              received: t.cents(money.received_cents),
              missing: t.cents(transfer.amount_cents),
            })}
          </p>
        )}
      </div>
      {transfer ? <BankDetails transfer={transfer} /> : <p>{t('transfers.noAccount')}</p>}
      {proForma && (
        <p>
          <a href={proForma.url} download className={`${TEXT_LINK} gap-2`}>
            <Icon name="document" />
            {t('transfers.proForma', { number: proForma.number })}
          </a>
        </p>
      )}
      <WhatHappens cars={cars} />
      {cars > 1 && money.received_cents === 0 && <TakeCarOut order={order} />}
      <details className="border-line border-t pt-4">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('transfers.cancel.title')}</summary>
        <ActionForm name="cancel-hold" className="grid justify-items-start gap-3 pt-2">
          <p className="max-w-prose">{t('transfers.cancel.text', { cars })}</p>
          <SubmitButton kind="danger" busy={t('transfers.cancel.busy')}>
            {t('transfers.cancel')}
          </SubmitButton>
        </ActionForm>
      </details>
    </section>
  );
}

function TakeCarOut({ order }: { order: OrderResponse }) {
  const t = useTranslator();
  const options = order.cars.map((car) => ({
    value: String(car.listing_id),
    label: `${listingName({ ...car, trim: null })} · ${t.cents(car.total_cents)}`,
  }));
  return (
    <details className="border-line border-t pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('transfers.takeOut.title')}</summary>
      {/* Another list of cars begins with another car. */}
      <ActionForm key={options.length} name="take-out" className="grid justify-items-start gap-3 pt-2">
        <p className="max-w-prose">{t('transfers.takeOut.text')}</p>
        <SelectField name="car" label={t('transfers.takeOut.car')} options={options} />
        <SubmitButton kind="danger" busy={t('transfers.takeOut.busy')}>
          {t('transfers.takeOut')}
        </SubmitButton>
      </ActionForm>
    </details>
  );
}

function WhatHappens({ cars }: { cars: number }) {
  const t = useTranslator();
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{t('transfers.next')}</h3>
      <ol className="grid list-decimal gap-1 ps-5">
        <li>{t('transfers.next.send')}</li>
        <li>{t('transfers.next.arrives', { cars })}</li>
        <li>{t('transfers.next.late', { cars })}</li>
      </ol>
    </div>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function everySecond(update: () => void): () => void {
  const timer = setInterval(update, 1_000);
  return () => clearInterval(timer);
}

/** Time left of a hold, and its end in the bank's and the buyer's time zone. Without scripts, only in the bank's. */
function HoldCountdown({ hold }: { hold: NonNullable<OrderResponse['hold']> }) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const minutes = useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.ceil((Date.parse(hold.until) - Date.now()) / MINUTE_MS)),
    () => null,
  );
  const zone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : hold.time_zone;
  return (
    <div className="grid gap-1">
      {minutes !== null && (
        <p className="figures font-bold text-2xl" role="timer">
          {minutes === 0 ? t('transfers.left.over') : leftText(minutes * MINUTE_MS, t)}
        </p>
      )}
      {minutes === 0 && <p>{t('transfers.left.awaited')}</p>}
      <p>{t('transfers.until.bank', { time: t.localTime(hold.until, hold.time_zone), zone: hold.time_zone })}</p>
      {zone !== hold.time_zone && <p>{t('transfers.until.yours', { time: t.localTime(hold.until, zone), zone })}</p>}
    </div>
  );
}

function leftText(ms: number, t: ReturnType<typeof useTranslator>): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return t('transfers.left.days', { days, hours });
  return hours > 0 ? t('transfers.left.hours', { hours, minutes }) : t('transfers.left.minutes', { minutes });
}

/** The bank account of a transfer, with a warning to compare it before paying. */
export function BankDetails({ transfer }: { transfer: TransferDetails }) {
  const t = useTranslator();
  const amount = t.cents(transfer.amount_cents);
  return (
    <div className="grid gap-4">
      {transfer.is_demo && (
        <p className="rounded-md border border-waiting bg-waiting-ground p-3 font-semibold">{t('transfers.demo')}</p>
      )}
      <dl className="grid gap-x-8 sm:grid-cols-2">
        <Detail name={t('transfers.amount')} value={amount} copied={(transfer.amount_cents / 100).toFixed(2)} strong />
        <Detail name={t('transfers.reference')} value={transfer.reference} strong />
        <Detail name={t('transfers.holder')} value={transfer.holder} />
        <Detail name={t('transfers.account')} value={groupedAccount(transfer.account)} copied={transfer.account} />
        <Detail name={t('transfers.bank')} value={transfer.bank} />
        <Detail name={t('transfers.bic')} value={transfer.bic} />
      </dl>
      <p className="flex items-start gap-3 rounded-md border border-waiting bg-waiting-ground p-3">
        <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
        <span>
          {t('transfers.compare')}{' '}
          <Link to={paths.verify} className={TEXT_LINK}>
            {t('transfers.verify')}
          </Link>
        </span>
      </p>
      <p className="text-ink-soft text-sm">{t('transfers.fees')}</p>
    </div>
  );
}

type DetailProps = { name: string; value: string; copied?: string; strong?: boolean };

function Detail({ name, value, copied = value, strong = false }: DetailProps) {
  return (
    <div className="min-w-0 border-line border-b py-1">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className={`flex items-center justify-between gap-3 ${strong ? 'font-bold text-lg' : ''}`}>
        <span className="wrap-anywhere figures">{value}</span>
        <CopyButton name={name} text={copied} />
      </dd>
    </div>
  );
}

/** Copies a text. `name` labels the button for screen readers. Hidden without scripts. */
function CopyButton({ name, text }: { name: string; text: string }) {
  const t = useTranslator();
  const hydrated = useHydrated();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(t('transfers.copied', { name })),
      () => showToast(t('transfers.copyFailed'), 'failed'),
    );
  return (
    <button
      type="button"
      disabled={!hydrated}
      onClick={copy}
      aria-label={t('transfers.copy', { name })}
      className="grid size-11 shrink-0 place-items-center rounded-md text-link hover:bg-sunken noscript:hidden"
    >
      <Icon name="copy" className="size-5" />
    </button>
  );
}
