import { useState } from 'react';
import { Link } from 'react-router';
import { landedQuoteCalls } from '#features/catalog/catalog-calls.ts';
import { useStoreDestination } from '#features/catalog/landed-cost/client/destination.ts';
import { type ImportAnswer as Answer, useImportAnswer } from '#features/catalog/landed-cost/client/import-answer.ts';
import { useBuyerFacts } from '#features/catalog/landed-cost/client/kept-facts.ts';
import { openShipTo } from '#features/catalog/landed-cost/client/ship-to-dialog-state.ts';
import { ImportLight } from '#features/catalog/landed-cost/components/import-light.tsx';
import {
  type BuyerFacts,
  buyerFactsQuery,
  keyOfBuyerFacts,
  NO_FACTS,
} from '#features/catalog/landed-cost/model/buyer-facts.ts';
import { countryPath } from '#features/catalog/landed-cost/model/country-slug.ts';
import type {
  CheckResponse,
  LandedResponse,
  MadeQuote,
} from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { knownCity, landedOf, landedText, localRangeText } from '#features/catalog/landed-cost/model/landed-text.ts';
import { daysBetween } from '#features/customs/import-rules/model/calendar.ts';
import { BUYERS, type Buyer } from '#features/customs/import-rules/model/car.ts';
import { type Destination, writeDestination } from '#features/customs/import-rules/model/destination.ts';
import { RATE_FRESH_DAYS } from '#features/customs/import-rules/model/exchange-rates.ts';
import { portsOf } from '#features/customs/import-rules/model/ports.ts';
import { href } from '#lib/api-client/api-call.ts';
import { browserApi, isApiFailure } from '#lib/api-client/api-client.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { paths } from '#paths.ts';
import { Button, TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { PhoneFold } from '#ui/phone-fold.tsx';
import { SelectBox } from '#ui/select-box.tsx';
import { AskFacts } from './ask-facts.tsx';
import { CostTable } from './cost-table.tsx';
import { DoorCost, DoorSums, routePort } from './door.tsx';
import { Ports } from './ports.tsx';
import { ReasonList } from './reason-list.tsx';
import { WithTerms } from './term.tsx';

export type ImportAnswerProps = { id: number; destination: Destination; initial: Answer | null };

/** Whether a car may be imported at a destination and what it costs there, with every source. */
export default function ImportAnswer({ id, destination, initial }: ImportAnswerProps) {
  const t = useTranslator();
  const facts = useBuyerFacts(id);
  const { answer, isLoading, hasFailed, retry } = useImportAnswer(id, destination, facts, initial);
  const country = t.region(destination.country);
  const store = useStoreDestination();
  const door = answer?.cost?.door ?? null;
  const city = knownCity(door, destination.city);
  const port = portsOf(destination.country).find(({ code }) => code === (answer?.cost?.port ?? destination.port));
  return (
    <div className="grid gap-5" aria-busy={isLoading}>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="inline-flex items-center gap-2 font-semibold">
          <Icon name="ship" />
          {city === null
            ? t('landed.to', { place: [port?.name, country].filter(Boolean).join(', ') })
            : t('landed.toCity', { city, country, port: port?.name ?? routePort(city, door) ?? 'none' })}
        </span>
        <BuyerSelect destination={destination} />
        <Button kind="plain" className="noscript:hidden" onClick={openShipTo}>
          {t('landed.change')}
        </Button>
      </div>
      {hasFailed && (
        <div role="alert" className="grid justify-items-start gap-3 rounded-md bg-sunken p-4">
          <p>{t(navigator.onLine ? 'landed.failed' : 'landed.offline', { country })}</p>
          <Button onClick={retry}>{t('landed.retry')}</Button>
        </div>
      )}
      {!answer && isLoading && (
        <p role="status" className="text-ink-soft">
          {t('landed.loading', { country })}
        </p>
      )}
      {answer?.check === null && <p className="rounded-md bg-sunken p-4">{t('landed.unknown', { country })}</p>}
      {answer?.check && (
        <>
          <Verdict check={answer.check} cost={answer.cost} />
          <Cost
            cost={answer.cost}
            place={port?.name ?? null}
            country={country}
            facts={facts}
            city={city}
            onCity={(next) => store(writeDestination({ ...destination, city: next }))}
          />
          <SaveQuote
            key={`${writeDestination({ ...destination, city })} ${keyOfBuyerFacts(facts)}`}
            id={id}
            destination={{ ...destination, city }}
            facts={facts}
          />
          <p className="flex flex-wrap items-center gap-x-5 text-sm">
            <span className="text-ink-soft">{answer.check.notice}</span>
            <Link
              to={countryPath(destination.country)}
              className="inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline"
            >
              {t('landed.guide', { country })}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}

/** Asks who imports the car, because rules and charges depend on it. The choice is kept as the destination is. */
function BuyerSelect({ destination }: { destination: Destination }) {
  const t = useTranslator();
  const store = useStoreDestination();
  return (
    <>
      <SelectBox
        aria-label={t('landed.buyer')}
        className="h-11 noscript:hidden"
        value={destination.buyer}
        onChange={({ target }) => store(writeDestination({ ...destination, buyer: target.value as Buyer }))}
        options={BUYERS.map((value) => ({ value, label: t(`landed.buyer.${value}`) }))}
      />
      <span className="hidden text-ink-soft text-sm noscript:inline">{t(`landed.buyer.${destination.buyer}`)}</span>
    </>
  );
}

const GROUNDS = { green: 'bg-verified-ground', amber: 'bg-waiting-ground', red: 'bg-danger-ground' };

export function Verdict({ check, cost }: { check: CheckResponse; cost: LandedResponse }) {
  const t = useTranslator();
  const open = check.doubts.filter(({ why }) => why === 'factMissing').map(({ sentence }) => sentence);
  return (
    <>
      <div className={`grid gap-1 rounded-lg p-4 ${GROUNDS[check.light]}`}>
        <p className="text-lg">
          <ImportLight light={check.light} />
        </p>
        <p className="max-w-prose">
          <WithTerms text={check.sentence} />
        </p>
        <p className="text-sm">{arrivalText(cost, t)}</p>
        <Deadline check={check} cost={cost} />
      </div>
      {open.length > 0 && <Lines title={t('landed.facts')} lines={[...new Set(open)]} />}
      <PhoneFold label={t('landed.reasons')}>
        <div className="grid gap-2">
          <h3 className="text-lg">{t('landed.reasons')}</h3>
          {check.reasons.length === 0 && <p>{t('landed.reasons.none', { country: check.country_name })}</p>}
          <ReasonList
            reasons={check.reasons.filter(({ outcome }) => outcome !== 'allowed')}
            listingId={check.listing_id}
          />
          <MetRules
            reasons={check.reasons.filter(({ outcome }) => outcome === 'allowed')}
            listingId={check.listing_id}
          />
        </div>
      </PhoneFold>
    </>
  );
}

/** The day by which the car has to arrive, and the last sailing that does. */
function Deadline({ check, cost: { in_time: inTime, on } }: { check: CheckResponse; cost: LandedResponse }) {
  const t = useTranslator();
  const lastDay = inTime?.last_day ?? check.must_arrive_by;
  if (!lastDay) return null;
  const date = t.date(lastDay, 'longDay');
  const { sailing } = inTime ?? {};
  return (
    <p className="text-sm">
      {inTime?.is_late ? (
        <strong>{t('landed.tooLate', { arrives: t.date(on, 'longDay'), date })}</strong>
      ) : (
        <>
          <strong>{t('landed.mustArrive', { date })}</strong>. {t('landed.mustArrive.about')}
        </>
      )}{' '}
      {sailing
        ? t('landed.lastSailing', {
            vessel: [sailing.vessel, sailing.voyage].filter(Boolean).join(' '),
            leaves: t.date(sailing.leaves, 'longDay'),
            arrives: t.date(sailing.arrives, 'longDay'),
          })
        : inTime?.is_late && t('landed.lastSailing.none')}
    </p>
  );
}

function MetRules({ reasons, listingId }: React.ComponentProps<typeof ReasonList>) {
  const t = useTranslator();
  if (reasons.length === 0) return null;
  return (
    <details>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold text-link">
        {t('landed.reasons.met', { count: reasons.length })}
        <Icon name="down" className="size-4" />
      </summary>
      <ReasonList reasons={reasons} listingId={listingId} />
    </details>
  );
}

/** The day that the car is assessed on, and what it rests on. */
function arrivalText({ on, expected, on_is, port }: LandedResponse, t: ReturnType<typeof useTranslator>): string {
  const date = t.date(on, 'longDay');
  if (on_is !== 'arrival' || !expected) return t('landed.on', { date });
  const { preparation_days: preparation, sailing_days: sailing, sailing: next } = expected;
  if (next) {
    const vessel = [next.vessel, next.voyage].filter(Boolean).join(' ');
    const voyage = { date, leaves: t.date(next.leaves, 'longDay'), vessel };
    if (port !== null) return t('landed.arrival.scheduled', voyage);
    const days = expected.inland_days === null ? 'none' : String(expected.inland_days);
    return t('landed.arrival.transit', { ...voyage, port: next.port_name, days });
  }
  return sailing === null
    ? t('landed.arrival.unsure', { date })
    : t('landed.arrival', { date, preparation: String(preparation), sailing: String(sailing) });
}

/** Costs that the part about the door lists. */
const AT_DOOR = new Set(['portFees', 'clearing', 'inland']);

type CostProps = {
  cost: LandedResponse;
  place: string | null;
  country: string;
  facts?: BuyerFacts;
  city?: string | null;
  /** Undefined in quotes, whose city is fixed. */
  onCity?: (city: string | null) => void;
};

export function Cost({ cost, place, country, facts = NO_FACTS, city = cost.door?.city ?? null, onCity }: CostProps) {
  const t = useTranslator();
  const { charges } = cost;
  const total = place ? t('landed.cost.port', { port: place }) : t('landed.cost.country', { country });
  const excluded = cost.door ? cost.not_included.filter(({ code }) => !AT_DOOR.has(code)) : cost.not_included;
  return (
    <div className="grid gap-4">
      <h3 className="text-lg">{t('landed.cost')}</h3>
      <p className="figures font-bold text-xl">
        {cost.total ? landedText(landedOf(cost), t) : t('landed.cost.atLeast', { amount: knownText(cost, t) })}
        <LocalTotal cost={cost} />
        <DoorSums door={cost.door} city={city} />
      </p>
      {!cost.total && <p className="max-w-prose">{t('landed.cost.atLeast.about')}</p>}
      <AskFacts cost={cost} facts={facts} country={country} />
      {cost.missing.length > 0 && (
        <Lines
          title={t('landed.cost.missing')}
          lines={cost.missing.map(({ sentence, ask }) => [sentence, ask].filter(Boolean).join(' '))}
        />
      )}
      <PhoneFold label={t('landed.cost.lines')}>
        <div className="grid gap-4">
          <CostTable cost={cost} place={total} />
          {charges.rate !== null && charges.rate_date !== null && charges.local_currency !== 'USD' && (
            <p className="figures text-ink-soft text-sm">{rateText(charges.rate, charges.rate_date, cost, t)}</p>
          )}
          {excluded.length > 0 && <Lines title={t('landed.cost.excluded')} lines={excluded.map(({ name }) => name)} />}
        </div>
      </PhoneFold>
      {cost.door && <DoorCost door={cost.door} city={city} port={place} onChoose={onCity} />}
      {cost.ports.length > 0 && (
        <>
          <h3 className="text-lg max-sm:hidden">{t('landed.ports')}</h3>
          <PhoneFold label={t('landed.ports')}>
            <Ports cost={cost} />
          </PhoneFold>
        </>
      )}
    </div>
  );
}

type T = ReturnType<typeof useTranslator>;

const knownText = ({ at_least }: LandedResponse, t: T) => t.dollars(at_least ?? 0, 'whole');

/** The rate with its day; an old one with its age and what that means. */
function rateText(rate: number, day: string, { charges, today }: LandedResponse, t: T): string {
  const age = daysBetween(day, today);
  const values = { rate: t.number(rate), currency: charges.local_currency, date: t.date(day) };
  if (age <= RATE_FRESH_DAYS) return t('landed.cost.rate', values);
  return t('landed.cost.rate.old', { ...values, days: t.number(age) });
}

/** The total in the currency of the country. */
function LocalTotal({ cost: { charges, local, shown_as: shownAs } }: { cost: LandedResponse }) {
  const t = useTranslator();
  const { local_currency, rate_date } = charges;
  if (!local?.total || shownAs === 'none') return null;
  return (
    <bdi className="block font-normal text-base text-ink-soft">
      {localRangeText(local.total, shownAs, { local_currency, rate_date }, t)}
    </bdi>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <ul className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line}>
            <WithTerms text={line} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type SaveQuoteProps = { id: number; destination: Destination; facts: BuyerFacts };
type State = { made: MadeQuote | null; isBusy: boolean; problem: string | null };

const IDLE: State = { made: null, isBusy: false, problem: null };

/** Keeps the answer as a numbered PDF with an address to share. Needs JavaScript, so it is hidden without it. */
export function SaveQuote({ id, destination: { country, port, city, buyer }, facts }: SaveQuoteProps) {
  const t = useTranslator();
  const [{ made, isBusy, problem }, setState] = useState(IDLE);
  const save = async () => {
    if (isBusy) return;
    setState({ ...IDLE, isBusy: true });
    const body = {
      listing_id: id,
      country,
      buyer,
      ...(port && { port }),
      ...(city && { city }),
      ...buyerFactsQuery(facts),
    };
    await browserApi.call(landedQuoteCalls.make, { body }).then(
      (next) => setState({ ...IDLE, made: next }),
      (error: unknown) =>
        setState({ ...IDLE, problem: isApiFailure(error) ? error.message : t('landed.quote.failed') }),
    );
  };
  if (!made) {
    return (
      <div className="grid justify-items-start gap-2 noscript:hidden">
        <Button onClick={save} aria-disabled={isBusy}>
          <Icon name="document" />
          {t('landed.quote.save')}
        </Button>
        <p className="max-w-prose text-ink-soft text-sm">{t('landed.quote.about')}</p>
        {problem && (
          <p role="alert" className="font-semibold text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
    );
  }
  const { number, code, valid_until: validUntil } = made;
  return (
    <div role="status" className="grid justify-items-start gap-1 rounded-md border border-line p-4">
      <p className="font-semibold">{t('landed.quote.made', { number, date: t.date(validUntil, 'longDay') })}</p>
      <p className="flex flex-wrap gap-x-5">
        <a href={href(landedQuoteCalls.pdf, { params: { code } })} download className={`${TEXT_LINK} gap-2`}>
          <Icon name="document" />
          {t('landed.quote.pdf')}
        </a>
        <Link to={paths.landedQuote.replace(':code', code)} className={TEXT_LINK}>
          {t('landed.quote.link')}
        </Link>
      </p>
    </div>
  );
}
