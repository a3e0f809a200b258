import sharp from 'sharp';

const WIDTH = 1_200;
const HEIGHT = 900;
const CHANNELS = 3;
const PATCH_ROWS = 40;
const BOUNDARY = 'soak-boundary';

/** Makes noisy photos cheaply. All differ, because the site renders equal photos once. */
export async function photoMaker() {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const base = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: CHANNELS, background: '#468', noise } })
    .raw()
    .toBuffer();
  return () => {
    const pixels = Buffer.from(base);
    const row = Math.floor(Math.random() * (HEIGHT - PATCH_ROWS));
    pixels.fill(Math.floor(Math.random() * 256), row * WIDTH * CHANNELS, (row + PATCH_ROWS) * WIDTH * CHANNELS);
    pixels.writeUInt32LE(Math.floor(Math.random() * 2 ** 32), 0);
    return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: CHANNELS } })
      .jpeg({ quality: 85 })
      .toBuffer();
  };
}

type Form = { headers: { 'content-type': string }; body: Buffer };

/** A multipart form of fields and at most one picture. */
export function form(fields: Record<string, string>, picture?: Buffer): Form {
  const head = (disposition: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n`;
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`${head(`name="${name}"`)}\r\n${value}\r\n`),
  );
  if (picture)
    parts.push(
      Buffer.from(`${head('name="image"; filename="car.jpg"')}content-type: image/jpeg\r\n\r\n`),
      picture,
      Buffer.from('\r\n'),
    );
  parts.push(Buffer.from(`--${BOUNDARY}--\r\n`));
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body: Buffer.concat(parts) };
}
