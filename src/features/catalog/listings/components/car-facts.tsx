import { REPORT_KEY } from '#features/site/media/model/picture-variant.ts';
import { mediaCalls } from '#features/site/site-calls.ts';
import { href } from '#lib/api-client/api-call.ts';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { flagsOf } from '../model/listing-fields.ts';
import { CarSection } from './car-section.tsx';
import { MileageText } from './mileage-text.tsx';
import { REPORT_ROW } from './trust-fact.tsx';

/** A name and its value. A value that is not text is followed by what it is compared by. */
type Specification = [name: string, value: React.ReactNode, compared?: number | null];

function driveText(t: Translator, { drive, catalogFacts }: ListingResponse): string {
  if (drive) return t(`cars.drive.${drive}`);
  const known = catalogFacts?.drive;
  return known ? t('car.fromCatalog', { value: t(`cars.drive.${known}`) }) : t('car.drive.none');
}

function steeringText(t: Translator, { steering, catalogFacts }: ListingResponse): string | null {
  if (steering) return t(`cars.steering.${steering}`);
  const known = catalogFacts?.steering;
  return known ? t('car.fromCatalog', { value: t(`cars.steering.${known}`) }) : null;
}

/** @param withSteering false next to the passport, which has the steering side */
export function specificationsOf(t: Translator, car: ListingResponse, withSteering = true): Specification[] {
  const engine =
    car.fuelType === 'electric' ? t('car.engine.electric') : car.engine && t('car.engine.cc', { cc: car.engine });
  return [
    [t('car.specs.make'), car.make],
    [t('car.specs.model'), [car.model, car.trim].filter(Boolean).join(' ')],
    [t('car.specs.year'), car.year],
    [t('car.specs.location'), car.location],
    [t('car.specs.mileage'), <MileageText key="mileage" miles={car.mileage} km={car.mileageKm} />, car.mileageKm],
    [t('car.specs.engine'), engine],
    [t('car.specs.transmission'), car.transmission && t(`cars.transmission.${car.transmission}`)],
    [t('car.specs.drive'), driveText(t, car)],
    ...(withSteering ? [[t('car.specs.steering'), steeringText(t, car)] satisfies Specification] : []),
    [t('car.specs.fuelType'), car.fuelType && t(`cars.fuelType.${car.fuelType}`)],
    [t('car.specs.seats'), car.seatingCapacity],
    [t('car.specs.doors'), car.doors],
    [t('car.specs.exteriorColor'), car.exteriorColor],
    [t('car.specs.carType'), car.carType && t(`cars.carType.${car.carType}`)],
    [t('car.specs.vin'), car.vin || t('car.vin.none')],
    [t('car.specs.owners'), car.owner],
  ];
}

export function Specifications({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const unknown = t('cars.notAvailable');
  return (
    <CarSection title={t('car.specs')}>
      <dl className="grid grid-cols-2 gap-x-5 border-line border-t sm:gap-x-10">
        {specificationsOf(t, car, false).map(([name, value]) => (
          <div key={name} className="border-line border-b py-1 sm:flex sm:justify-between sm:gap-4 sm:py-2">
            <dt className="text-ink-soft max-sm:text-sm">{name}</dt>
            <dd className="figures wrap-anywhere min-w-0 sm:text-end">{value || value === 0 ? value : unknown}</dd>
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
      <p className="text-ink-soft">{t(present.length === 0 ? 'car.features.none' : 'car.features.stated')}</p>
      <ul className="flex flex-wrap gap-2">
        {present.map((feature) => (
          <li
            key={feature}
            className="flex items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 py-1.5"
          >
            <Icon name="check" className="size-4 text-ink-soft" />
            {t(`car.features.${feature}`)}
          </li>
        ))}
      </ul>
    </CarSection>
  );
}

/** Green is for facts with a document. A seller's statement is gray. A missing fact has a warning. */
const MARKS = {
  documented: ['check', 'text-verified'],
  stated: ['check', 'text-ink-soft'],
  open: ['warning', 'text-waiting'],
} as const satisfies Record<string, [IconName, string]>;

export function ServiceHistory({ car }: { car: ListingResponse }) {
  const t = useTranslator();
  const { noAccidentHistory, recentServicing, modifications } = car.serviceHistory;
  const modified = [t('car.history.modifications.yes'), car.modificationDetails].filter(Boolean).join(': ');
  const stated = (isStated: boolean) => (isStated ? 'stated' : 'open');
  const report = car.certificationReport ?? '';
  const reportMark = REPORT_KEY.test(report) ? 'documented' : stated(report !== '');
  const lines: [string, keyof typeof MARKS, React.ReactNode, string?][] = [
    [
      t('car.history.accident'),
      stated(noAccidentHistory),
      t(`car.history.accident.${noAccidentHistory ? 'yes' : 'no'}`),
    ],
    [t('car.history.servicing'), stated(recentServicing), t(`car.history.servicing.${recentServicing ? 'yes' : 'no'}`)],
    [
      t('car.history.modifications'),
      stated(!modifications),
      modifications ? modified : t('car.history.modifications.no'),
    ],
    [
      t('car.history.report'),
      reportMark,
      <Report key="report" report={report} certified={car.certified} />,
      REPORT_ROW,
    ],
  ];
  return (
    <CarSection title={t('car.history')}>
      <dl className="grid gap-3">
        {lines.map(([name, mark, value, id]) => {
          const [icon, color] = MARKS[mark];
          return (
            <div key={name} id={id} className="ps-8">
              <dt className="relative font-semibold">
                <Icon name={icon} className={`absolute -start-8 top-0.5 size-5 ${color}`} />
                {name}
              </dt>
              <dd className="text-ink-soft">{value}</dd>
            </div>
          );
        })}
      </dl>
    </CarSection>
  );
}

/** The report, and who certified the car. An uploaded report is a link; an imported listing has plain text instead. */
function Report({ report, certified }: { report: string; certified: boolean }) {
  const t = useTranslator();
  const by = certified ? 'certified' : 'report';
  if (report === '') {
    return (
      <>
        {t('car.history.report.none')}
        {certified && <span className="block">{t('car.history.certified.none')}</span>}
      </>
    );
  }
  if (!REPORT_KEY.test(report)) {
    return (
      <>
        {report}
        <span className="block">{t(`car.history.${by}.named`)}</span>
      </>
    );
  }
  return (
    <>
      <a
        href={href(mediaCalls.document, { params: { key: report } })}
        download
        className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
      >
        {t('car.history.report.get')}
      </a>
      <span className="block">{t(`car.history.${by}.file`)}</span>
    </>
  );
}

const BUYING = ['book', 'check', 'ship'] as const;
const RENTING = ['rent', 'pickUp', 'return'] as const;

export function WhatHappensNext({ rents }: { rents: boolean }) {
  const t = useTranslator();
  return (
    <CarSection title={t('car.next')}>
      <ol className="grid gap-4 sm:grid-cols-3">
        {(rents ? RENTING : BUYING).map((step) => (
          <li key={step} className="border-ink border-t-2 pt-3">
            <h3 className="text-lg">{t(`car.next.${step}.title`)}</h3>
            <p className="text-ink-soft">{t(`car.next.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </CarSection>
  );
}
