import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { open, tabTo, test } from '../../support/journeys/journey.ts';

const run = promisify(execFile);

async function importCsv(sheet: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-sheet-'));
  const file = join(folder, 'stock.csv');
  await writeFile(file, sheet);
  const args = ['build/server/import.js', file, '--seller', 'dealer@carquay.example', '--status', 'active'];
  try {
    return (await run(process.execPath, args)).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test(
  'an imported car can be found, and a second import updates it',
  { tag: '@once' },
  async ({ page }, { project }) => {
    const name = project.name.replaceAll(' ', '');
    const sheet = (price: string) => `库存号,品牌,车型,配置,年份,里程(公里),价格(USD),燃料,变速箱,城市
${name}-1,红旗,E-HS9,Quayside ${name},2023,"18,000","${price}",电动,自动,长春
${name}-2,红旗,H5,,9999,10,"9,000",汽油,自动,长春
`;
    const first = await importCsv(sheet('38,500'));
    expect(first).toMatch(/1 {2}listings created/);
    expect(first).toMatch(/1 {2}rejected/);

    await open(page, '/CarExplore');
    await tabTo(page, page.getByRole('combobox', { name: 'Search cars' }));
    await page.keyboard.type(`2023 红旗 ${name}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Showing 1-1 of 1 car' })).toBeVisible();
    const card = page.getByRole('article');
    await expect(card).toContainText('Hongqi E-HS9');
    await expect(card).toContainText('$38,500');
    await expect(card).toContainText('11,185 miles');
    await card.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`2023 Hongqi E-HS9 Quayside ${name}`);
    await expect(page.getByRole('main')).toContainText('Electric motor');

    expect(await importCsv(sheet('36,000'))).toMatch(/0 {2}listings created[\s\S]*1 {2}listings updated/);
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole('main').innerText();
      })
      .toContain('$36,000');
  },
);
