export type CatalogueModel = {
  name: string;
  aliases?: string[];
  body: string;
  fuels: string[];
  seats: number;
  from: number;
  to?: number;
  newPriceUsd: number;
};
export type CatalogueMake = { name: string; aliases?: string[]; country: string; models: CatalogueModel[] };
const m = (name: string, body: string, fuel: string, price: number, aliases: string[] = []): CatalogueModel => ({
  name,
  body,
  fuels: [fuel],
  seats: 5,
  from: 2018,
  newPriceUsd: price,
  aliases,
});
export const catalogue: CatalogueMake[] = [
  {
    name: 'BYD',
    aliases: ['比亚迪'],
    country: 'CN',
    models: [
      m('Seal', 'sedan', 'electric', 26000, ['海豹']),
      m('Han', 'sedan', 'electric', 30000, ['汉']),
      m('Dolphin', 'hatchback', 'electric', 15000, ['海豚']),
      m('Tang', 'suv', 'hybrid', 32000, ['唐']),
    ],
  },
  {
    name: 'Geely',
    aliases: ['吉利'],
    country: 'CN',
    models: [m('Coolray', 'suv', 'petrol', 15000), m('Emgrand', 'sedan', 'petrol', 11000)],
  },
  {
    name: 'Toyota',
    aliases: ['丰田'],
    country: 'JP',
    models: [m('Corolla', 'sedan', 'petrol', 18000), m('Hilux', 'truck', 'diesel', 30000)],
  },
];
