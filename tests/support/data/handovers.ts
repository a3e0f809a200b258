import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { SIDES } from '#features/shipping/handovers/model/handover.ts';
import { testNow } from '../runner/test-clock.ts';
import { postForm, postJson } from '../server/test-app.ts';

type Someone = { cookie: string };

/** Adds a photo of each side of a car to the documents of an order, and returns their ids by side. */
export async function sidePhotos(
  app: FastifyInstance,
  order: number,
  { cookie }: Someone,
): Promise<Record<string, string>> {
  const gray = { width: 320, height: 240, channels: 3, background: '#0b5b86' } as const;
  const jpeg = await sharp({ create: gray }).jpeg().toBuffer();
  const photos: Record<string, string> = {};
  for (const side of SIDES) {
    const id = randomUUID();
    const file = new File([new Uint8Array(jpeg)], `${side}.jpg`);
    const fields: [string, string | File][] = [
      ['id', id],
      ['kind', 'photo'],
      ['file', file],
    ];
    const { status } = await postForm(app, `/api/orders/${order}/files`, fields, { cookie });
    if (status !== 200) throw new Error(`a photo was answered ${status}`);
    photos[side] = id;
  }
  return photos;
}

/** Records the signed handover of a sold car, or the pick-up or return of a rented one. */
export const handOver = (
  app: FastifyInstance,
  order: number,
  photos: Record<string, string>,
  { cookie }: Someone,
  kind: 'sale' | 'pick_up' | 'return' = 'sale',
) =>
  postJson(
    app,
    `/api/orders/${order}/handovers`,
    {
      id: randomUUID(),
      kind,
      odometer: 12_345,
      odometer_unit: 'km',
      keys: 2,
      fuel_percent: 80,
      damage: '',
      photos,
      giver: { name: 'Li Na', confirmed: true },
      receiver: { name: 'Amina Otieno', confirmed: true },
      captured_at: testNow().toISOString(),
    },
    { cookie },
  );
