import { expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { pagesApp } from '../support/server/pages-app.ts';
import { type Statement, statementsIn } from '../support/site/documents/schema-org.ts';

const EVIL = '</script><script>alert(1)</script><!--';
const { pool } = await testDatabase();
const [seal = 0, sold = 0, rental = 0, odd = 0] = await addCars(pool, [
  { make: 'BYD', model: 'Seal', priceCents: 1_500_050 },
  { make: 'BYD', model: 'Qin', status: 'sold' },
  { make: 'BYD', model: 'Dolphin', offer: 'Rent', priceCents: 4_500 },
  { make: 'Rock & "Roll"', model: "<O'Brien> 比亚迪", description: EVIL, location: EVIL },
]);
await pool.query(
  `update listings set vin = 'LGXCE4CB9N0004271', seating_capacity = 5, doors = 4, drive = 'front', steering = 'right', owners = 0,
     production_month = '2021-11', first_registration_month = '2022-01', emission = 'china6', curb_weight_kg = 1405,
     rating_sum = 9, review_count = 2 where id = $1`,
  [rental],
);
const app = await pagesApp(pool);

async function statementsOf(path: string): Promise<Statement[]> {
  const { headers, body } = await app.inject({ url: path });
  return headers.location ? statementsOf(String(headers.location)) : statementsIn(body);
}

async function find<Type extends Statement['@type']>(path: string, type: Type) {
  const found = (await statementsOf(path)).find((each) => each['@type'] === type);
  return found as Extract<Statement, { '@type': Type }>;
}

test.each([
  ['/', ['Organization', 'WebSite', 'FAQPage']],
  ['/AboutUs', ['Organization']],
  ['/ContactUs', ['Organization']],
  ['/blogs', ['BlogPosting', 'BreadcrumbList']],
  ['/blog/how-to-decode-vin-china', ['BlogPosting', 'BreadcrumbList']],
  ['/CarExplore', ['ItemList']],
  ['/CarExplore?make=Nobody', []],
  ['/used-cars', ['BreadcrumbList', 'ItemList']],
  ['/used-cars/byd', ['BreadcrumbList', 'ItemList']],
  ['/used-cars/byd/seal', ['BreadcrumbList', 'ItemList']],
  ['/used-cars/byd/qin', ['BreadcrumbList']],
  ['/rent-cars/type/sedan', ['BreadcrumbList', 'ItemList']],
  [`/buy-car/x-${seal}`, ['Car', 'BreadcrumbList']],
  [`/buy-car/x-${odd}`, ['Car', 'BreadcrumbList']],
])('%s contains valid schema.org objects of the types %j', async (path, types) => {
  expect((await statementsOf(path)).map((statement) => statement['@type'])).toEqual(types);
});

test('an active car is InStock at its price, and a sold car is OutOfStock', async () => {
  expect((await find(`/buy-car/x-${seal}`, 'Car')).offers).toMatchObject({
    price: '15000.50',
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
  });
  expect((await find(`/buy-car/x-${sold}`, 'Car')).offers.availability).toBe('https://schema.org/OutOfStock');
});

test('omits facts that the seller did not state', async () => {
  const car = await find(`/buy-car/x-${seal}`, 'Car');
  for (const name of ['numberOfDoors', 'driveWheelConfiguration', 'steeringPosition', 'productionDate', 'weight'])
    expect(car).not.toHaveProperty(name);
});

test('a car without photos has its card as the image', async () => {
  const [id] = await addCars(pool, [{ make: 'BYD', model: 'Tang' }]);
  await pool.query("update listings set image_keys = '{}' where id = $1", [id]);
  const { image } = await find(`/buy-car/x-${id}`, 'Car');
  expect(image).toEqual([expect.stringMatching(/^http:\/\/localhost\/api\/media\/cards\/.*\.jpg$/)]);
  expect((await app.inject(image[0]?.replace('http://localhost', '') ?? '')).statusCode).toBe(200);
});

test('a rental has a daily lease price, its VIN, seats, doors, drive, steering side, dates, owners and average rating', async () => {
  const { offers, ...car } = await find(`/rent-car/x-${rental}`, 'Car');
  expect(offers).toMatchObject({
    businessFunction: 'http://purl.org/goodrelations/v1#LeaseOut',
    priceSpecification: { price: '45.00', unitCode: 'DAY' },
  });
  expect(car).toMatchObject({
    vehicleIdentificationNumber: 'LGXCE4CB9N0004271',
    vehicleSeatingCapacity: 5,
    numberOfDoors: 4,
    driveWheelConfiguration: 'https://schema.org/FrontWheelDriveConfiguration',
    steeringPosition: 'https://schema.org/RightHandDriving',
    productionDate: '2021-11',
    dateVehicleFirstRegistered: '2022-01',
    meetsEmissionStandard: 'China 6',
    weight: { value: 1405, unitCode: 'KGM' },
    numberOfPreviousOwners: 0,
    aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
  });
});

test('the breadcrumbs of a car name its make and model landing pages', async () => {
  const { itemListElement } = await find(`/buy-car/x-${odd}`, 'BreadcrumbList');
  expect(itemListElement.slice(2)).toMatchObject([
    { name: 'Rock & "Roll"', item: 'http://localhost/used-cars/rock-roll' },
    { name: "<O'Brien> 比亚迪", item: `http://localhost/used-cars/rock-roll/${encodeURIComponent('o-brien-比亚迪')}` },
  ]);
});

test('seller text with script tags stays inside the JSON-LD', async () => {
  const { description } = await find(`/buy-car/x-${odd}`, 'Car');
  expect(description).toBe(EVIL);
});
