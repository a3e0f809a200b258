import { useTranslator } from '#lib/i18n/messages-context.tsx';
import type { CardResponse } from '../model/listing-contract.ts';
import { heldText } from './held-text.ts';
import { useHold } from './use-hold.ts';

type AvailabilityNoteProps = { car: Pick<CardResponse, 'hold' | 'availableFrom'>; className?: string };

/** Says that a car is reserved for another buyer, or from when a rented one is free. Empty for cars that are free now. */
export function AvailabilityNote({ car, className = '' }: AvailabilityNoteProps) {
  const t = useTranslator();
  const minutes = useHold(car);
  const free = car.availableFrom;
  if (minutes === null && free === null) return null;
  return (
    <p className={`font-semibold ${className}`}>
      {minutes === null ? t('car.rent.from', { day: t.date(free ?? '', 'dayOfMonth') }) : heldText(minutes, t)}
    </p>
  );
}
