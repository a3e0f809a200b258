import { useTranslator } from '#lib/i18n/messages-context.tsx';
import { StatusTag } from '#ui/admin/status-badge.tsx';
import type { TransferEffect } from '../model/transfer-effect.ts';

/** The status words of StatusTag that have the fitting colors. */
const TONE: Record<TransferEffect, string> = {
  exact: 'active',
  all: 'active',
  short: 'confirmed',
  part: 'pending',
  ahead: 'confirmed',
  over: 'pending',
  ended: 'cancelled',
  revive: 'confirmed',
};

/** What a transfer would do to an order, in a few words. */
export function EffectTag({ effect, cents }: { effect: TransferEffect; cents: number }) {
  const t = useTranslator();
  return (
    <StatusTag status={TONE[effect]}>{t(`admin.statements.effect.${effect}`, { amount: t.cents(cents) })}</StatusTag>
  );
}
