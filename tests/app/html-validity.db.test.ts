import { type ConfigData, HtmlValidate, type Message, StaticConfigLoader } from 'html-validate/node';
import { expect, test } from 'vitest';
import { isPrivate, paths } from '../../src/paths.ts';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';

/** Rules of the HTML standard and of accessibility. Style rules are left out because React writes the markup. */
const RULES: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
};

const { pool } = await testDatabase();
const [seal = 0, sold = 0, rental = 0, odd = 0] = await addCars(pool, [
  { make: 'BYD', model: 'Seal', certified: true },
  { make: 'BYD', model: 'Qin', status: 'sold' },
  { make: 'BYD', model: 'Dolphin', offer: 'Rent' },
  { make: 'Rock & "Roll"', model: "<O'Brien> 比亚迪", description: '<p>"&"</p>\n\n<b' },
  ...Array.from({ length: 21 }, () => ({ make: 'Toyota', model: 'Corolla' })),
]);
const { rows: owners } = await pool.query<{ id: number }>('select user_id as id from listings where id = $1', [seal]);
const seller = owners[0]?.id;
const app = await pagesApp(pool);
const validator = new HtmlValidate(new StaticConfigLoader(RULES));

async function pageAt(path: string): Promise<string> {
  const { headers, body } = await app.inject({ url: path });
  return headers.location ? pageAt(String(headers.location)) : body;
}

const formatMessage = ({ line, column, ruleId, message, selector }: Message) =>
  `${ruleId} ${line}:${column} ${message} ${selector}`;

const PAGES = [
  '/',
  '/AboutUs',
  '/ContactUs',
  '/ComingSoon',
  '/blogs',
  '/blog/how-to-decode-vin-china',
  '/blog/no-such-post',
  '/CarExplore',
  '/CarExplore?page=2',
  '/CarExplore?mode=rent',
  '/CarExplore?q=nothing+like+it',
  '/CarExplore?make=BYD&carType=sedan&minPrice=2000',
  '/import',
  '/import/kenya',
  '/embed/import?country=KE&steering=left&cif=9000',
  '/import/aruba',
  '/import/atlantis',
  '/compare',
  '/verify',
  '/promise',
  '/verify/0000000000',
  '/verify?code=none',
  '/v/0000000000',
  `/compare?cars=${seal},${rental},${sold},abc,999999`,
  `/buy-car/x-${seal}`,
  `/buy-car/x-${sold}`,
  `/buy-car/x-${odd}`,
  `/rent-car/x-${rental}`,
  '/buy-car/x-999999',
  '/used-cars',
  '/used-cars/byd',
  '/used-cars/byd/seal',
  '/used-cars/byd/qin',
  '/used-cars/rock-roll',
  '/used-cars/toyota/corolla?page=2',
  '/used-cars/type/sedan',
  '/used-cars/fuel/petrol',
  '/used-cars/province/guangdong',
  '/used-cars/price/10000-20000',
  '/used-cars/nobody',
  '/rent-cars',
  '/rent-cars/byd',
  '/rent-cars/byd/dolphin',
  '/rent-cars/type/sedan',
  '/rent-cars/fuel/petrol',
  '/rent-cars/province/guangdong',
  '/rent-cars/price/from-200',
  `/sellers/x-${seller}`,
  '/sellers/x-999999',
  '/Offline',
  '/login',
  '/Signup',
  '/forgotpassword',
  '/ResetPassword?token=x',
  '/ConfirmEmail?token=x',
  '/UndoEmailChange?token=x',
  '/CancelConsignee?token=x',
  '/Yard',
  '/ConfirmNewsletter?token=x',
  '/Unsubscribe?token=x',
  '/no-such-page',
];

test('PAGES contains every public route', () => {
  const publicPaths = Object.values(paths).filter((path) => !isPrivate(path));
  expect(publicPaths.length).toBeGreaterThan(15);
  const shapeOf = (path: string) => new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}(\\?|$)`);
  expect(publicPaths.filter((path) => !PAGES.some((page) => shapeOf(path).test(page)))).toEqual([]);
});

test.each(PAGES)('%s is valid HTML', async (path) => {
  const { results } = await validator.validateString(await pageAt(path));
  expect(results.flatMap(({ messages }) => messages.map(formatMessage))).toEqual([]);
});
