/**
 * Writes what a browser needs to install the site and read it offline: the web manifest, icons rendered from the favicon, and
 * the service worker, which contains a hash of the build. Runs after the pages are built.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import { PRODUCT_NAME } from '#lib/product.ts';
import type { LocaleFacts } from './build-messages.ts';

type Locales = { default: string; locales: Record<string, LocaleFacts> };

const TARGET = join(process.env.BUILD_DIRECTORY ?? 'build/unfinished', 'client');
const BACKGROUND = '#0c1b2a';
const THEME_COLOR = '#faf8f4';
/** Share of a maskable icon that the faviconSvg fills. Only a centered circle of 80% is guaranteed to be visible. */
const SAFE_SHARE = 0.62;
const { default: locale, locales } = JSON.parse(readFileSync('.generated/messages/locales.json', 'utf8')) as Locales;
const messages = JSON.parse(readFileSync(`messages/${locale}/every-page.json`, 'utf8')) as Record<string, string>;
const faviconSvg = readFileSync('public/favicon.svg', 'utf8');

async function writeIcons(): Promise<void> {
  mkdirSync(join(TARGET, 'icons'), { recursive: true });
  for (const width of [192, 512]) {
    await writeIcon(`icon-${width}.png`, await renderIcon(width));
    await writeIcon(`maskable-${width}.png`, await renderMaskableIcon(width));
  }
  await writeIcon('apple-touch-icon.png', await renderMaskableIcon(180));
}

const writeIcon = (name: string, picture: Buffer) => writeFileSync(join(TARGET, 'icons', name), picture);

function renderIcon(width: number): Promise<Buffer> {
  return sharp(Buffer.from(faviconSvg), { density: (72 * width) / 32 })
    .resize(width)
    .png({ palette: true })
    .toBuffer();
}

/** Renders a maskable icon, which systems crop: background to every edge, the drawing within the safe area. */
async function renderMaskableIcon(width: number): Promise<Buffer> {
  const background = { width, height: width, channels: 3, background: BACKGROUND } as const;
  const input = await renderIcon(Math.round(width * SAFE_SHARE));
  return sharp({ create: background }).composite([{ input }]).png({ palette: true }).toBuffer();
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
    lang: locale,
    dir: locales[locale]?.dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLOR,
    theme_color: THEME_COLOR,
    categories: ['shopping'],
    icons,
  };
  writeFileSync(join(TARGET, 'site.webmanifest'), JSON.stringify(manifest));
}

/** Returns a hash that changes with the content of any asset, because each file name contains its own hash. */
function buildHash(): string {
  const assets = readdirSync(join(TARGET, 'assets')).filter((name) => /\.(js|css|woff2)$/.test(name));
  return createHash('sha256').update(assets.sort().join()).digest('hex').slice(0, 8);
}

async function writeServiceWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { BUILD: JSON.stringify(buildHash()) },
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
