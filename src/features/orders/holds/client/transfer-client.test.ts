import { expect, test, vi } from 'vitest';
import type { ActionInput } from '#lib/pages/form-action.ts';
import { placeTransfer } from './transfer-client.ts';

const TYPED = {
  accept: 'on',
  name: 'Otieno Motors',
  address: '4 Moi Avenue',
  country: 'KE',
  amount_deposit_25: '2775',
};

/** Sends the form of the page and returns the body of the call. */
async function sent(values: Record<string, string>, to = 'KE') {
  const countries = [{ country: 'UG', cities: ['Kampala'] }];
  const call = vi.fn(async (..._sent: unknown[]) => ({ order: { id: 7 }, countries }));
  const url = new URL(`http://cars.example/buy/5/transfer?to=${to}`);
  const input = { api: { call }, params: { id: '5' }, t: (key: string) => key, url, values: { ...TYPED, ...values } };
  await placeTransfer(input as unknown as ActionInput);
  return (call.mock.calls.at(-1)?.[1] as { body: Record<string, unknown> } | undefined)?.body;
}

test('sends what the page showed about the import, and for whom the buyer declared that the car is', async () => {
  const declared = { shown_light: 'red', buying_for: 'The museum of Lamu', buying_for_country: 'KE' };
  expect(await sent(declared)).toMatchObject({
    shown_light: 'red',
    buying_for: { name: 'The museum of Lamu', country: 'KE' },
    destination: { country: 'KE' },
  });
});

test('sends no declaration without both of its fields, and no light that does not exist', async () => {
  for (const values of [
    { buying_for: ' ', buying_for_country: 'KE' },
    { buying_for: 'A museum' },
    { shown_light: 'x' },
  ])
    expect(Object.keys((await sent(values)) ?? {}).filter((name) => /shown|buying/.test(name))).toEqual([]);
});

test('holds nothing until the terms are accepted', async () => {
  expect(await sent({ accept: '' })).toBeUndefined();
});

test('sends a city to which a way is known, and drops another one', async () => {
  expect(await sent({}, 'UG_Kampala')).toMatchObject({ destination: { country: 'UG', city: 'Kampala' } });
  for (const to of ['UG_Nairobi', 'KE_Kampala', 'UG'])
    expect((await sent({}, to))?.destination, to).toEqual({ country: to.slice(0, 2), buyer: 'person' });
});
