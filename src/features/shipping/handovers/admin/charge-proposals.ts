import type { ChargeKind } from '#features/orders/orders/model/rental-money.ts';
import type { ChargeProposal } from '#features/orders/rental-charges/admin/charge-dialog.tsx';
import type { Translator } from '#lib/i18n/translator.ts';
import type { Side } from '../model/handover.ts';
import type { DifferenceResponse, HandoverResponse, HandoversResponse } from '../model/handover-contract.ts';

/** The photos that support a charge. No photo shows missing keys or lateness. */
const SHOWN_ON: Partial<Record<ChargeKind, readonly Side[]>> = {
  damage: ['front', 'rear', 'left', 'right', 'interior'],
  fuel: ['odometer'],
};

/** Turns the differences between pick-up and return into charges with a reason and photos. Leaves out what was charged already. */
export function chargeProposals(
  { items, differences }: HandoversResponse,
  charged: readonly ChargeKind[],
  timeZone: string,
  t: Translator,
): ChargeProposal[] {
  return differences.flatMap((difference) => {
    const protocols = items.filter(({ listing_id: car }) => car === difference.listing_id);
    return difference.proposed
      .filter((kind) => !charged.includes(kind))
      .map((kind) => ({
        kind,
        reason: [...reasonsOf(kind, difference, t), protocolsNamed(protocols, timeZone, t)].join(' '),
        evidence: photosOf(protocols, SHOWN_ON[kind] ?? [], t),
      }));
  });
}

function reasonsOf(kind: ChargeKind, difference: DifferenceResponse, t: Translator): string[] {
  const { late_hours: hours, keys_missing: keys, fuel_missing: fuel, charge_missing: charge } = difference;
  const sentence = (text: string) => t('handover.reason', { text });
  if (kind === 'late_return') return [sentence(t('handover.difference.late', { hours }))];
  if (kind === 'missing_key') return [sentence(t('handover.difference.keys', { count: keys }))];
  if (kind === 'damage') return [sentence(t('handover.difference.damage', { damage: difference.new_damage }))];
  return [
    ...(fuel > 0 ? [sentence(t('handover.difference.fuel', { points: t.number(fuel) }))] : []),
    ...(charge > 0 ? [sentence(t('handover.difference.charge', { points: t.number(charge) }))] : []),
  ];
}

function protocolsNamed(protocols: HandoverResponse[], timeZone: string, t: Translator): string {
  const [pickUp, back] = (['pick_up', 'return'] as const).map((kind) => protocols.find((one) => one.kind === kind));
  if (!pickUp || !back) return '';
  const time = ({ captured_at: at }: HandoverResponse) => t.localTime(at, timeZone);
  return t('handover.reason.protocols', { pickUp: time(pickUp), back: time(back) });
}

function photosOf(protocols: HandoverResponse[], sides: readonly Side[], t: Translator): ChargeProposal['evidence'] {
  return protocols.flatMap(({ kind, photos }) =>
    photos
      .filter(({ side }) => sides.includes(side))
      .map(({ side, url }) => ({
        label: t('handover.evidence', { occasion: t(`handover.kind.${kind}`), side: t(`handover.side.${side}`) }),
        url,
      })),
  );
}
