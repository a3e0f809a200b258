import { useId, useState } from 'react';
import { Link } from 'react-router';
import { claims } from '#content/claims.ts';
import { AvailabilityNote, useHold } from '#features/catalog/listings/components/availability-note.tsx';
import { chatLink } from '#features/catalog/listings/model/chat-message.ts';
import { unavailableAs } from '#features/catalog/listings/model/listing.ts';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import {
  BOOKING_SHARE,
  DEFAULT_TERMS,
  type InstallmentTerms,
  monthlyInstallmentCents,
  priceBreakdown,
} from '#features/catalog/listings/model/listing-pricing.ts';
import { sellerPath } from '#features/people/accounts/model/account.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { amountOf, centsOf } from '#lib/money.ts';
import { useSite } from '#lib/pages/page-site.ts';
import { paths } from '#paths.ts';
import { LinkButton, OutsideLinkButton } from '#ui/button.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { PriceLine, PriceTerm } from './price-line.tsx';
import { CarPrice } from './price-text.tsx';

type PriceBoxProps = {
  car: ListingResponse;
  name: string;
  url: string;
  similar: string;
  booking: string;
  /** The price in the buyer's currency. */
  localPrice?: React.ReactNode;
};

/** The price breakdown and the buttons to book, rent or contact. */
export function PriceBox({ car, name, url, similar, booking, localPrice }: PriceBoxProps) {
  const t = useTranslator();
  const { listing_status: status } = car;
  const rents = car.RentSell === 'Rent';
  const unavailable = unavailableAs(car.RentSell, status);
  const held = useHold(car) !== null;
  return (
    <div className="grid gap-5 rounded-lg border border-line bg-surface p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-base text-ink-soft">{t('car.price')}</h2>
        <p className="font-bold text-2xl">
          <CarPrice car={car} />
        </p>
        {localPrice}
        {!rents && <InstallmentEstimate priceCents={centsOf(car.price)} />}
      </div>
      <PriceBreakdown car={car} />
      {unavailable === null && held && (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <AvailabilityNote car={car} />
          <LinkButton to={similar}>{t('car.gone.browse')}</LinkButton>
        </div>
      )}
      {unavailable === null && !held && (
        <div className="grid gap-2">
          {status === 'rented' && <p className="font-semibold">{t('car.rent.today')}</p>}
          <AvailabilityNote car={car} />
          <LinkButton to={paymentPath(car) + booking} kind="action" className="min-h-12 text-lg">
            {t(rents ? 'car.rent' : 'car.book')}
          </LinkButton>
          {rents && <p className="text-ink-soft text-sm">{t('car.rent.days')}</p>}
        </div>
      )}
      {unavailable !== null && (
        <div className="grid gap-3 rounded-md bg-sunken p-4">
          <p className="font-semibold">{t(`car.gone.${unavailable}`)}</p>
          <LinkButton to={similar}>{t('car.gone.browse')}</LinkButton>
        </div>
      )}
      <ContactButtons id={car.listing_id} name={name} url={url} />
      <SellerNote car={car} />
      <ul className="grid gap-2 border-line border-t pt-4">
        {rents ? (
          <>
            <Assurance>{t('car.assurance.rent.cancel')}</Assurance>
            <Assurance detail={t('car.assurance.rent.protocol.how')}>{t('car.assurance.rent.protocol')}</Assurance>
          </>
        ) : (
          <>
            <Assurance detail={t('car.assurance.moneyBack.how')}>
              {t('car.assurance.moneyBack', { days: claims.moneyBackDays })}
            </Assurance>
            <Assurance detail={t('car.assurance.delivery.how')}>
              {t('car.assurance.delivery', { km: claims.freeDeliveryKm })}
            </Assurance>
          </>
        )}
      </ul>
    </div>
  );
}

export function paymentPath({ listing_id }: Pick<ListingResponse, 'listing_id'>): string {
  return paths.payment.replace(':id', String(listing_id));
}

function Assurance({ children, detail }: { children: string; detail?: string }) {
  return (
    <li className="flex items-start gap-2">
      <Icon name="check" className="mt-0.5 size-5 shrink-0 text-verified" />
      <span>
        {children}
        {detail && <span className="block text-ink-soft text-sm">{detail}</span>}
      </span>
    </li>
  );
}

/** The charges of a car and their total, which is shown while the box is closed too. */
function PriceBreakdown({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const { taxRate, registrationFee } = car.priceBreakdown;
  const sums = priceBreakdown(centsOf(car.price), taxRate, centsOf(registrationFee));
  const rents = car.RentSell === 'Rent';
  const first = t(rents ? 'car.price.day' : 'car.price.car');
  const total = t(rents ? 'car.price.total.day' : 'car.price.total');
  const tax = t('car.price.tax', { rate: t.number(taxRate, 'percent') });
  return (
    <details className="group border-line border-y">
      <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0">
          <span className="font-semibold">{t('car.price.breakdown')}</span>
          <span className="figures text-ink-soft">
            {total} <span className="whitespace-nowrap">{t.price(amountOf(sums.totalCents))}</span>
          </span>
        </span>
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      <dl className="figures grid gap-1.5 pb-4">
        <PriceLine name={first} cents={sums.priceCents} />
        <PriceLine name={<PriceTerm term="tax" offer={car.RentSell} name={tax} />} cents={sums.taxCents} />
        <PriceLine
          name={<PriceTerm term="fee" offer={car.RentSell} name={t('car.price.fee')} />}
          cents={sums.feeCents}
        />
        <PriceLine name={total} cents={sums.totalCents} className="border-line border-t pt-1.5 font-bold" />
        <PriceLine
          name={t('car.price.booking', { share: t.number(BOOKING_SHARE, 'percent') })}
          cents={sums.bookingCents}
        />
      </dl>
      <p className="pb-4 text-ink-soft text-sm">{t(rents ? 'car.price.once' : 'car.price.shipping')}</p>
    </details>
  );
}

/** The public name of the seller, and a link to the seller's page. */
export function SellerNote({ car }: { car: Pick<ListingResponse, 'sellerId' | 'sellerName' | 'RentSell'> }) {
  const t = useTranslator();
  if (!car.sellerName || !car.sellerId) return null;
  return (
    <div className="flex gap-3 border-line border-t pt-4">
      <Icon name="user" className="mt-0.5 size-5 text-ink-soft" />
      <div className="min-w-0">
        <p className="break-words">{t(`car.seller.${car.RentSell}`, { seller: `\u2068${car.sellerName}\u2069` })}</p>
        <Link
          to={sellerPath({ id: car.sellerId, name: car.sellerName })}
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          {t('car.seller.page')}
        </Link>
      </div>
    </div>
  );
}

const CHATS = [
  ['inspection', 'search'],
  ['whatsapp', 'chat'],
  ['report', 'document'],
] as const satisfies [string, IconName][];

/** Three chat links with a prepared message, and a link to an external history report. */
function ContactButtons({ id, name, url }: { id: number; name: string; url: string }) {
  const t = useTranslator();
  const { chatNumber, historyReportUrl } = useSite();
  return (
    <div className="grid gap-2">
      <LinkButton to={paths.ask.replace(':id', String(id))}>
        <Icon name="chat" />
        {t('car.contact.ask')}
      </LinkButton>
      {CHATS.map(([about, icon]) => (
        <OutsideLinkButton
          key={about}
          href={chatLink(chatNumber, t(`car.contact.say.${about}`, { car: name, id: String(id), url }))}
        >
          <Icon name={icon} />
          {t(`car.contact.${about}`)}
        </OutsideLinkButton>
      ))}
      <OutsideLinkButton href={historyReportUrl}>
        <Icon name="outside" />
        {t('car.contact.history')}
      </OutsideLinkButton>
    </div>
  );
}

const INITIAL = {
  down: String(amountOf(DEFAULT_TERMS.downPaymentCents)),
  months: String(DEFAULT_TERMS.months),
  rate: String(Number((DEFAULT_TERMS.yearlyRate * 100).toFixed(4))),
};
const FIELD = 'figures h-11 w-full rounded-md border border-line-strong bg-ground px-3 aria-invalid:border-danger';

/** Renders nothing for a car that the usual down payment covers. */
export function InstallmentEstimate({ priceCents }: { priceCents: number }) {
  if (priceCents <= DEFAULT_TERMS.downPaymentCents) return null;
  return <Estimate priceCents={priceCents} />;
}

function Estimate({ priceCents }: { priceCents: number }) {
  const t = useTranslator();
  const id = useId();
  const [typed, setTyped] = useState(INITIAL);
  const terms = termsOf(typed);
  const isLoan = terms !== null && terms.downPaymentCents < priceCents;
  const set = (name: keyof typeof INITIAL) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setTyped({ ...typed, [name]: event.target.value });
  const fields = [
    ['down', 'decimal'],
    ['months', 'numeric'],
    ['rate', 'decimal'],
  ] as const;
  return (
    <div>
      <p>
        {t('car.installment')}:{' '}
        <output htmlFor={fields.map(([name]) => `${id}${name}`).join(' ')} className="figures font-semibold">
          {isLoan
            ? t('car.installment.month', { amount: t.price(amountOf(monthlyInstallmentCents(priceCents, terms))) })
            : '–'}
        </output>{' '}
        <span className="figures text-ink-soft text-sm">
          {isLoan &&
            t('car.installment.terms', {
              down: t.price(amountOf(terms.downPaymentCents)),
              months: terms.months,
              rate: t.number(terms.yearlyRate, 'percent'),
            })}
          {terms && !isLoan && t('car.installment.covered')}
        </span>
      </p>
      <details>
        <summary className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
          {t('car.installment.change')}
        </summary>
        <div className="grid grid-cols-2 gap-3 pb-2">
          {fields.map(([name, keyboard]) => (
            <label key={name} className="text-sm first:col-span-2">
              {t(`car.installment.${name}`)}
              <input
                id={`${id}${name}`}
                type="text"
                inputMode={keyboard}
                maxLength={12}
                value={typed[name]}
                onChange={set(name)}
                aria-invalid={terms === null}
                aria-describedby={terms === null ? `${id}invalid` : undefined}
                className={`${FIELD} text-base`}
              />
            </label>
          ))}
        </div>
        <p id={`${id}invalid`} role="status" className="text-danger text-sm">
          {terms === null && t('car.installment.invalid')}
        </p>
        <p className="text-ink-soft text-sm">{t('car.installment.note')}</p>
      </details>
    </div>
  );
}

function termsOf(typed: typeof INITIAL): InstallmentTerms | null {
  const number = (text: string) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN);
  const [down, months, rate] = [number(typed.down), number(typed.months), number(typed.rate)];
  const isValid = down >= 0 && down <= 1e9 && Number.isInteger(months) && months >= 1 && months <= 120 && rate <= 40;
  return isValid && rate >= 0 ? { downPaymentCents: centsOf(down), months, yearlyRate: rate / 100 } : null;
}
