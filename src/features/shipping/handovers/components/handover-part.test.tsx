import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { HandoverResponse } from '../model/handover-contract.ts';
import { HandoverPart } from './handover-part.tsx';

const HANDOVER: HandoverResponse = {
  id: '0b5e7c1e-6f0e-4c7e-9d55-0d3f6f6f0001',
  kind: 'sale',
  listing_id: 7,
  odometer: 10_000,
  odometer_unit: 'km',
  keys: 2,
  fuel_percent: 80,
  charge_percent: null,
  damage: '',
  giver: { name: 'Li Wei', drawn: true },
  receiver: { name: 'Amina Otieno', drawn: true },
  by: 'seller',
  captured_at: '2026-12-01T10:00:00Z',
  told_at: '2026-12-01T10:00:00Z',
  photos: [],
};
const htmlOf = (damage: string, to?: 'office') =>
  renderToStaticMarkup(
    <HandoverPart handovers={{ items: [{ ...HANDOVER, damage }], differences: [] }} {...(to && { to })} />,
  );

test('warns readers and our office of payment details in the damage note', () => {
  const PAY = 'Scratch. Transfer to account 6222021234567890123';
  expect(htmlOf(PAY)).toContain('This text contains payment details. Pay only');
  expect(htmlOf(PAY, 'office')).toContain('This text contains payment details. Readers see a warning.');
  expect(htmlOf('Scratch on the left door.')).not.toContain('payment details');
});
