import { useId } from 'react';
import { Link } from 'react-router';
import { listingName, type Offer } from '#features/catalog/listings/model/listing.ts';
import type { StepResponse, TimelineResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { hasHour } from '#features/shipping/shipments/model/step.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { paths } from '#paths.ts';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

type TimelineProps = {
  timeline: TimelineResponse;
  /** Whether it is a stored copy, shown offline. */
  isStored?: boolean;
  /** Links to what belongs to the order. */
  links?: React.ReactNode;
};

/** The steps of an order: where its car is, what is done, what is next, and why a date moved. */
export function Timeline({ timeline, isStored = false, links }: TimelineProps) {
  const t = useTranslator();
  const id = useId();
  const { cars, contact, offer, viewer, as_of: time } = timeline;
  return (
    <section aria-labelledby={id} className="grid gap-5 rounded-lg border border-line bg-surface p-4 md:p-6">
      <div className="grid gap-1">
        <h2 id={id} className="text-lg">
          {t(offer === 'Rent' ? 'shipments.title.rental' : 'shipments.title')}
        </h2>
        <p className={isStored ? 'font-semibold text-waiting' : 'text-ink-soft text-sm'}>
          {isStored
            ? t('shipments.asLastSeen', { time: t.utcTime(time) })
            : t('shipments.asOf', { time: t.utcTime(time) })}
        </p>
        {links}
      </div>
      {cars.map((car) => (
        <div key={car.listing_id} className="grid gap-5">
          {cars.length > 1 && <h3 className="font-semibold">{listingName(car)}</h3>}
          <Route car={car} />
          <ol aria-label={t('shipments.steps')} className="grid">
            {car.steps.map((step, index) => (
              <StepItem
                key={step.step}
                step={step}
                offer={offer}
                to={viewer === 'operator' ? 'office' : 'reader'}
                isLast={index === car.steps.length - 1}
              />
            ))}
          </ol>
        </div>
      ))}
      <div className="grid gap-1 border-line border-t pt-4">
        <p className="font-semibold">{t('shipments.contact')}</p>
        {contact.name && <p className="wrap-anywhere">{contact.name}</p>}
        {contact.details && <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{contact.details}</p>}
        <Link to={paths.contact} className={`${TEXT_LINK} justify-self-start gap-2`}>
          <Icon name="mail" />
          {t('shipments.contact.write')}
        </Link>
      </div>
    </section>
  );
}

type Car = TimelineResponse['cars'][number];

/** The ports, the vessel and the next step. */
function Route({ car: { route, steps } }: { car: Car }) {
  const t = useTranslator();
  const vessel = steps.findLast((step) => step.vessel)?.vessel;
  return (
    <div className="grid gap-4 rounded-md bg-sunken p-4 md:grid-cols-[1fr_auto] md:items-center">
      {route && (
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lg">
            {route.from && <Place name={route.from.name} country={route.from.country} />}
            <Icon name="ship" className="size-6 text-ink-soft" />
            {route.to && <Place name={route.to.name} country={route.to.country} />}
          </p>
          <p className="text-ink-soft">
            {vessel &&
              `${t('shipments.route.aboard', { vessel: vessel.name, voyage: vessel.voyage, imo: vessel.imo })} · `}
            {t(`shipments.route.${route.by}`)}
          </p>
        </div>
      )}
      <Now steps={steps} />
    </div>
  );
}

function Place({ name, country }: { name: string; country: string }) {
  const t = useTranslator();
  return (
    <span>
      {name} <span className="font-normal text-base text-ink-soft">{t.region(country)}</span>
    </span>
  );
}

function Now({ steps }: Pick<Car, 'steps'>) {
  const t = useTranslator();
  const next = steps.find(({ state }) => state === 'next');
  if (!next) {
    const isCanceled = steps.some(({ state }) => state === 'canceled');
    return <p className="font-semibold">{t(isCanceled ? 'shipments.now.canceled' : 'shipments.now.done')}</p>;
  }
  const owner = t(`shipments.owner.${next.owner}`);
  const day = hasHour(next.step) ? t.localTime(next.due_at, next.time_zone ?? 'UTC') : t.date(next.due_at);
  return (
    <div className="grid gap-1 md:justify-items-end md:text-end">
      <p className="font-semibold">{t('shipments.now.next', { step: t(`shipments.step.${next.step}`) })}</p>
      <p className={next.late ? 'font-semibold text-danger' : 'text-ink-soft'}>
        {t('shipments.due', { owner, day })}
        {next.late && ` · ${t('shipments.lateBy', { days: next.late_days })}`}
      </p>
    </div>
  );
}

const UTC = 'UTC';

type Tone = 'done' | 'next' | 'late' | 'open';
const MARKS: Record<Tone, string> = {
  done: 'border-verified bg-verified-ground text-verified',
  next: 'border-waiting bg-waiting-ground text-waiting',
  late: 'border-danger bg-danger-ground text-danger',
  open: 'border-line-strong bg-surface text-ink-soft',
};

type StepPartProps = { step: StepResponse; to: 'reader' | 'office' };

/** A step of a timeline with its times, evidence and changes. */
function StepItem({ step, offer, to, isLast }: StepPartProps & { offer: Offer; isLast: boolean }) {
  const t = useTranslator();
  const tone = toneOf(step);
  const isAhead = step.state === 'next' || step.state === 'open';
  return (
    <li
      className="grid grid-cols-[2rem_1fr] gap-x-3"
      {...(step.state === 'next' && { 'aria-current': 'step' as const })}
    >
      <span className="grid grid-rows-[2rem_1fr] justify-items-center">
        <span className={`grid size-8 place-items-center rounded-full border-2 ${MARKS[tone]}`}>
          {tone === 'done' && <Icon name="check" className="size-4" />}
          {tone === 'late' && <Icon name="warning" className="size-4" />}
          {tone === 'next' && <Icon name="right" className="size-4" />}
        </span>
        {!isLast && <span className={`w-0.5 ${tone === 'done' ? 'bg-verified' : 'bg-line'}`} />}
      </span>
      <div className={`grid content-start gap-1 ${isLast ? '' : 'pb-5'}`}>
        <p className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <span className={isAhead && step.state !== 'next' ? 'text-ink-soft' : 'font-semibold'}>
            {t(`shipments.step.${step.step}`)}
          </span>
          <Badge step={step} />
        </p>
        <When step={step} />
        {step.state === 'next' && <p className="max-w-prose text-ink-soft">{aboutStep(step.step, offer, t)}</p>}
        {step.late && <p className="max-w-prose">{t(`shipments.late.${step.step}`)}</p>}
        {step.note && <p className="wrap-anywhere max-w-prose">{step.note}</p>}
        <BankDetailsWarning text={step.note} to={to} />
        <Details step={step} />
        <StepFiles step={step} />
        <Changes step={step} to={to} />
        <DueChanges step={step} to={to} />
      </div>
    </li>
  );
}

function aboutStep(step: StepResponse['step'], offer: Offer, t: Translator): string {
  return step === 'balance' && offer === 'Rent' ? t('shipments.about.balance.rental') : t(`shipments.about.${step}`);
}

function toneOf({ state, late }: StepResponse): Tone {
  if (state === 'done') return 'done';
  if (late) return 'late';
  return state === 'next' ? 'next' : 'open';
}

function Badge({ step: { state, late, late_days: days } }: { step: StepResponse }) {
  const t = useTranslator();
  const style = 'rounded-full px-3 py-0.5 text-sm';
  if (late) return <span className={`${style} bg-danger-ground text-danger`}>{t('shipments.lateBy', { days })}</span>;
  if (state === 'passed' || state === 'canceled')
    return <span className={`${style} bg-sunken text-ink-soft`}>{t(`shipments.state.${state}`)}</span>;
  if (days > 0) {
    return (
      <span className={`${style} bg-waiting-ground text-waiting`}>
        {state === 'done' ? t('shipments.lateBy', { days }) : t('shipments.expectedLate', { days })}
      </span>
    );
  }
  return state === 'next' ? (
    <span className={`${style} bg-waiting-ground text-waiting`}>{t('shipments.state.next')}</span>
  ) : (
    <span className="sr-only">{t(`shipments.state.${state}`)}</span>
  );
}

function When({ step }: { step: StepResponse }) {
  const t = useTranslator();
  const { state, at, certainty, time_zone: zone, place, owner, due_at: due } = step;
  if (state === 'passed' || state === 'canceled') return null;
  const where = place && ` · ${place.name}`;
  if (state === 'done' && at) {
    return (
      <p className="text-ink-soft text-sm">
        <time dateTime={at} className="figures">
          {zone === null || zone === UTC ? t.utcTime(at) : t.localTime(at, zone)}
        </time>
        {where}
      </p>
    );
  }
  const isTold = at !== null && certainty !== null && certainty !== 'actual';
  const isExact = hasHour(step.step);
  const told = (moment: string) => (isExact ? t.localTime(moment, zone ?? UTC) : t.localDay(moment, zone ?? UTC));
  const by = t(`shipments.owner.${owner}`);
  return (
    <p className="figures text-ink-soft text-sm">
      {isTold && `${t(`shipments.certainty.${certainty}`, { day: told(at) })} · `}
      {isExact && at === due ? by : t('shipments.due', { owner: by, day: isExact ? told(due) : t.date(due) })}
      {where}
    </p>
  );
}

function Details({ step: { bill, container, seal, papers, state } }: { step: StepResponse }) {
  const t = useTranslator();
  return (
    <>
      {bill && <p>{t('shipments.bill', bill)}</p>}
      {container && (
        <p className="figures">
          {seal ? t('shipments.container.sealed', { container, seal }) : t('shipments.container', { container })}
        </p>
      )}
      {papers.length > 0 && state !== 'canceled' && (
        <ul className="grid gap-1 text-sm">
          {papers.map(({ paper, done_at: isDone }) => (
            <li key={paper} className={`flex items-center gap-2 ${isDone ? 'text-verified' : 'text-ink-soft'}`}>
              <Icon name={isDone ? 'check' : 'document'} className="size-4" />
              {t(isDone ? 'shipments.paper.done' : 'shipments.paper.missing', { paper: t(`shipments.paper.${paper}`) })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Lists each expected time, if the date has moved. */
function Changes({ step: { changes, time_zone: zone }, to }: StepPartProps) {
  const t = useTranslator();
  if (changes.length < 2) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-1 text-link">{t('shipments.moved', { count: changes.length - 1 })}</summary>
      <ol className="grid gap-2 border-line border-s-2 ps-3">
        {changes.map(({ at, certainty, told_at: told, note }) => (
          <li key={told + at} className="grid">
            <span className="figures">
              {t('shipments.moved.to', {
                told: t.date(told),
                at: t(`shipments.certainty.${certainty === 'planned' ? 'planned' : 'estimated'}`, {
                  day: t.localDay(at, zone ?? UTC),
                }),
              })}
            </span>
            {note && <span className="wrap-anywhere text-ink-soft">{note}</span>}
            <BankDetailsWarning text={note} to={to} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Why the operator changed the due date. */
function DueChanges({ step: { due_changes: changes }, to }: StepPartProps) {
  const t = useTranslator();
  const last = changes.at(-1);
  if (!last) return null;
  return (
    <>
      <p className="wrap-anywhere max-w-prose text-sm">
        {t('shipments.due.changed', { day: t.date(last.made_at), due: t.date(last.due_at), reason: last.reason })}
      </p>
      <BankDetailsWarning text={last.reason} to={to} />
    </>
  );
}

/** The photos and papers that prove a step, and those still missing once the step is next. */
function StepFiles({ step }: { step: StepResponse }) {
  const { state, evidence, papers } = step;
  // Timelines that an older version stored on this device have no files.
  const files = step.files ?? [];
  const t = useTranslator();
  const isDue = state === 'done' || state === 'passed' || state === 'next';
  // `Details` lists the export papers that are missing.
  const wanted = isDue && papers.length === 0 ? evidence.map(({ kind }) => kind) : [];
  const kinds = [...new Set([...wanted, ...files.map(({ kind }) => kind)])];
  if (kinds.length === 0) return null;
  return (
    <ul aria-label={t('shipments.evidence')} className="grid gap-1 text-sm">
      {kinds.map((kind) => {
        const ofKind = files.filter((file) => file.kind === kind);
        const name = t(`shipments.kind.${kind}`);
        return (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className={`flex items-center gap-2 ${ofKind.length > 0 ? 'text-verified' : 'text-ink-soft'}`}>
              <Icon name={ofKind.length > 0 ? 'check' : 'document'} className="size-4" />
              {ofKind.length > 0 ? name : t('shipments.evidence.missing', { kind: name })}
            </span>
            {ofKind.map(({ id, name: file, url }) => (
              <a key={id} href={url} download className={`${TEXT_LINK} wrap-anywhere min-w-0`}>
                {file}
              </a>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
