/**
 * What lets a browser install the site and read it without a connection: the web manifest, the icons drawn from the site's own, and the
 * service worker, which carries the build's name. Runs after the pages are built.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import { PRODUCT_NAME } from '#lib/product.ts';

const TARGET = 'build/client';
const INK = '#0c1b2a';
const PAPER = '#faf8f4';
/** Of a maskable icon only the middle circle, four fifths wide, is sure to be seen. */
const SAFE_SHARE = 0.62;
const messages = JSON.parse(readFileSync('messages/en/site.json', 'utf8')) as Record<string, string>;
const drawing = readFileSync('public/favicon.svg', 'utf8');

async function writeIcons(): Promise<void> {
  mkdirSync(join(TARGET, 'icons'), { recursive: true });
  for (const width of [192, 512]) {
    await writeIcon(`icon-${width}.png`, await drawn(width));
    await writeIcon(`maskable-${width}.png`, await onInk(width));
  }
  await writeIcon('apple-touch-icon.png', await onInk(180));
}

const writeIcon = (name: string, picture: Buffer) => writeFileSync(join(TARGET, 'icons', name), picture);

function drawn(width: number): Promise<Buffer> {
  return sharp(Buffer.from(drawing), { density: (72 * width) / 32 })
    .resize(width)
    .png({ palette: true })
    .toBuffer();
}

/** For systems that cut the icon in a shape of their own: ink to every edge, the drawing within what is sure to be seen. */
async function onInk(width: number): Promise<Buffer> {
  const ground = { width, height: width, channels: 3, background: INK } as const;
  const input = await drawn(Math.round(width * SAFE_SHARE));
  return sharp({ create: ground }).composite([{ input }]).png({ palette: true }).toBuffer();
}

function writeManifest(): void {
  const icons = [192, 512].flatMap((width) => {
    const icon = { sizes: `${width}x${width}`, type: 'image/png' };
    return [
      { src: `/icons/icon-${width}.png`, ...icon, purpose: 'any' },
      { src: `/icons/maskable-${width}.png`, ...icon, purpose: 'maskable' },
    ];
  });
  const manifest = {
    id: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: messages['shell.meta.description'],
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['shopping'],
    icons,
  };
  writeFileSync(join(TARGET, 'site.webmanifest'), JSON.stringify(manifest));
}

/** A name that changes with the content of any asset, because each file name contains its hash. */
function buildName(): string {
  const assets = readdirSync(join(TARGET, 'assets')).filter((name) => /\.(js|css|woff2)$/.test(name));
  return createHash('sha256').update(assets.sort().join()).digest('hex').slice(0, 8);
}

async function writeServiceWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { BUILD: JSON.stringify(buildName()) },
    build: {
      outDir: TARGET,
      emptyOutDir: false,
      rolldownOptions: {
        input: 'src/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  });
}

await writeIcons();
writeManifest();
await writeServiceWorker();
