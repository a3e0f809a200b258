import { useId } from 'react';
import { mediaCalls } from '#features/media/model/media-calls.ts';
import { REPORT_KEY } from '#features/media/model/picture-variant.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { Icon } from '#ui/icon.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { flagsOf } from '../model/listing-fields.ts';
import { MileageText } from './mileage-text.tsx';

export function CarSection({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Specifications({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const unknown = t('cars.notAvailable');
  const engine =
    car.fuelType === 'electric' ? t('car.engine.electric') : car.engine && t('car.engine.cc', { cc: car.engine });
  const facts: [string, React.ReactNode][] = [
    [t('car.specs.make'), car.make],
    [t('car.specs.model'), [car.model, car.trim].filter(Boolean).join(' ')],
    [t('car.specs.year'), car.year],
    [t('car.specs.location'), car.location],
    [t('car.specs.mileage'), <MileageText key="mileage" miles={car.mileage} km={car.mileageKm} />],
    [t('car.specs.engine'), engine],
    [t('car.specs.transmission'), car.transmission && t(`cars.transmission.${car.transmission}`)],
    [t('car.specs.drive'), t(car.drive ? `cars.drive.${car.drive}` : 'car.drive.none')],
    [t('car.specs.fuelType'), car.fuelType && t(`cars.fuelType.${car.fuelType}`)],
    [t('car.specs.seats'), car.seatingCapacity],
    [t('car.specs.exteriorColor'), car.exteriorColor],
    [t('car.specs.carType'), car.carType && t(`cars.carType.${car.carType}`)],
    [t('car.specs.vin'), car.vin || t('car.vin.none')],
    [t('car.specs.owners'), car.owner],
  ];
  return (
    <CarSection title={t('car.specs')}>
      <dl className="grid gap-x-10 border-line border-t sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-line border-b py-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures min-w-0 text-end">{value || value === 0 ? value : unknown}</dd>
          </div>
        ))}
      </dl>
    </CarSection>
  );
}

export function ExtraFeatures({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const present = flagsOf('extraFeatures').filter((feature) => car.extraFeatures[feature]);
  return (
    <CarSection title={t('car.features')}>
      {present.length === 0 && <p className="text-ink-soft">{t('car.features.none')}</p>}
      <ul className="flex flex-wrap gap-2">
        {present.map((feature) => (
          <li
            key={feature}
            className="flex items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 py-1.5"
          >
            <Icon name="check" className="size-4 text-verified" />
            {t(`car.features.${feature}`)}
          </li>
        ))}
      </ul>
    </CarSection>
  );
}

export function ServiceHistory({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const { noAccidentHistory, recentServicing, modifications } = car.serviceHistory;
  const modified = [t('car.history.modifications.yes'), car.modificationDetails].filter(Boolean).join(': ');
  const noReport = car.certified ? t('car.history.certified') : t('car.history.report.none');
  const report = car.certificationReport ? <Report text={car.certificationReport} /> : noReport;
  const lines: [string, boolean, React.ReactNode][] = [
    [t('car.history.accident'), noAccidentHistory, t(`car.history.accident.${noAccidentHistory ? 'yes' : 'no'}`)],
    [t('car.history.servicing'), recentServicing, t(`car.history.servicing.${recentServicing ? 'yes' : 'no'}`)],
    [t('car.history.modifications'), !modifications, modifications ? modified : t('car.history.modifications.no')],
    [t('car.history.report'), car.certified, report],
  ];
  return (
    <CarSection title={t('car.history')}>
      <dl className="grid gap-3">
        {lines.map(([name, good, value]) => (
          <div key={name} className="ps-8">
            <dt className="relative font-semibold">
              <Icon
                name={good ? 'check' : 'warning'}
                className={`absolute -start-8 top-0.5 size-5 ${good ? 'text-verified' : 'text-waiting'}`}
              />
              {name}
            </dt>
            <dd className="text-ink-soft">{value}</dd>
          </div>
        ))}
      </dl>
    </CarSection>
  );
}

/** Links an uploaded report. An imported listing has plain text instead. */
function Report({ text }: { text: string }) {
  const t = useTranslator();
  if (!REPORT_KEY.test(text)) return text;
  return (
    <a href={href(mediaCalls.document, { params: { key: text } })} download className="underline underline-offset-4">
      {t('car.history.report.get')}
    </a>
  );
}

const NEXT = ['book', 'check', 'ship'] as const;

export function WhatHappensNext({ rents }: { rents: boolean }) {
  const t = useTranslator();
  if (rents) {
    return (
      <CarSection title={t('car.next')}>
        <p className="text-ink-soft">{t('car.next.rent.text')}</p>
      </CarSection>
    );
  }
  return (
    <CarSection title={t('car.next')}>
      <ol className="grid gap-4 sm:grid-cols-3">
        {NEXT.map((step) => (
          <li key={step} className="border-ink border-t-2 pt-3">
            <h3 className="text-lg">{t(`car.next.${step}.title`)}</h3>
            <p className="text-ink-soft">{t(`car.next.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </CarSection>
  );
}
