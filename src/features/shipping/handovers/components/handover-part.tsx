import { useId } from 'react';
import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { BankDetailsWarning } from '#ui/bank-details/bank-details-warning.tsx';
import { TEXT_LINK } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { DifferenceResponse, HandoverResponse, HandoversResponse } from '../model/handover-contract.ts';

type HandoverPartProps = {
  handovers: HandoversResponse;
  to?: 'reader' | 'office';
  /** Link to the screen where staff make the proposed charges. */
  chargeLink?: React.ReactNode;
};

/** The signed handovers of an order, and how a returned car differs from its pick-up. */
export function HandoverPart({ handovers: { items, differences }, to = 'reader', chargeLink }: HandoverPartProps) {
  const t = useTranslator();
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-6">
      <h2 id={id} className="text-lg">
        {t('handover.title')}
      </h2>
      <ul className="grid gap-4">
        {items.map((handover) => (
          <Handover key={handover.id} handover={handover} to={to} />
        ))}
      </ul>
      {differences.map((difference) => (
        <Differences key={difference.listing_id} difference={difference} chargeLink={chargeLink} />
      ))}
    </section>
  );
}

function Handover({ handover, to }: { handover: HandoverResponse; to: 'reader' | 'office' }) {
  const t = useTranslator();
  const { kind, captured_at: at, odometer, odometer_unit: unit, keys, damage, photos } = handover;
  const { fuel_percent: fuel, charge_percent: charge } = handover;
  const percent = (value: number) => t('handover.percent', { percent: t.number(value) });
  const facts = [
    [t('handover.odometer'), `${t.number(odometer)} ${unit}`],
    [t('handover.keys'), t.number(keys)],
    ...(fuel === null ? [] : [[t('handover.fuel'), percent(fuel)]]),
    ...(charge === null ? [] : [[t('handover.charge'), percent(charge)]]),
    [t('handover.damage'), damage || t('handover.noDamage')],
    [t('handover.giver'), handover.giver.name],
    [t('handover.receiver'), handover.receiver.name],
  ];
  return (
    <li className="grid gap-3 border-line border-b pb-4">
      <p className="flex flex-wrap items-center gap-x-3 font-semibold">
        <Icon name="check" className="size-5 text-verified" />
        {t(`handover.kind.${kind}`)}
        <span className="figures font-normal text-ink-soft text-sm">
          {t('handover.signed', { time: t.utcTime(at) })}
        </span>
      </p>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="wrap-anywhere flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <BankDetailsWarning text={damage} to={to} />
      <p className="flex flex-wrap gap-x-4">
        {photos.map(({ side, url }) => (
          <a key={side} href={url} download className={TEXT_LINK}>
            {t('handover.photo', { side: t(`handover.side.${side}`) })}
          </a>
        ))}
      </p>
    </li>
  );
}

function Differences({ difference, chargeLink }: { difference: DifferenceResponse; chargeLink: React.ReactNode }) {
  const t = useTranslator();
  const { distance_km: km, late_hours: hours, keys_missing: keys, fuel_missing: fuel } = difference;
  const { charge_missing: charge, new_damage: damage, proposed } = difference;
  const lines = [
    t('handover.difference.distance', { distance: t.number(km) }),
    ...(hours > 0 ? [t('handover.difference.late', { hours })] : []),
    ...(keys > 0 ? [t('handover.difference.keys', { count: keys })] : []),
    ...(fuel > 0 ? [t('handover.difference.fuel', { points: t.number(fuel) })] : []),
    ...(charge > 0 ? [t('handover.difference.charge', { points: t.number(charge) })] : []),
    ...(damage === '' ? [] : [t('handover.difference.damage', { damage })]),
  ];
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-4">
      <h3 className="font-semibold">{t('handover.difference')}</h3>
      <ul className="wrap-anywhere grid list-disc gap-1 ps-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {proposed.length > 0 && (
        <>
          <p>{t('handover.proposed', { kinds: t.list(proposed.map((kind) => t(`handover.proposed.${kind}`))) })}</p>
          {chargeLink}
        </>
      )}
    </div>
  );
}
