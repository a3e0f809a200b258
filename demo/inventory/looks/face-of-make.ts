import type { FuelType } from '../../../src/features/catalog/listings/model/listing.ts';
import type { CarBody } from '../../cars/bodies/bodies.ts';
import type { CarFace } from '../../cars/faces/faces.ts';

/** The faces of makes: of electric cars, and of those with an engine. Several makes share a family. */
const FAMILIES: [electric: CarFace, engine: CarFace, ...makes: string[]][] = [
  ['bar', 'mesh', 'BYD', 'Exeed', 'Lotus'],
  ['blade', 'slats', 'Geely', 'Maxus', 'Wey', 'SWM', 'Jaecoo'],
  ['split', 'crest', 'Chery', 'Jetour', 'Roewe', 'Bestune', 'Lifan', 'BAIC'],
  ['blade', 'wing', 'Changan', 'Toyota', 'Nissan', 'Venucia', 'Honda', 'Mazda'],
  ['split', 'slim', 'Wuling', 'Baojun', 'DFSK', 'Jinbei', 'King Long', 'Brilliance', 'Zotye'],
  ['bar', 'slats', 'Hongqi', 'GAC', 'Buick', 'Lincoln', 'BMW'],
  ['blade', 'mesh', 'MG', 'Omoda', 'Forthing', 'Kia', 'Peugeot', 'Citroën'],
  ['bar', 'slim', 'Volkswagen', 'Škoda', 'Lynk & Co', 'Volvo', 'Land Rover'],
  ['split', 'wing', 'Dongfeng', 'Haima', 'Soueast', 'Hyundai', 'Ford', 'Chevrolet'],
  ['blade', 'crest', 'Haval', 'Audi', 'Cadillac', 'Mercedes-Benz', 'JAC', 'GWM', 'Foton', 'JMC', 'Tank'],
  [
    'split',
    'split',
    'NIO',
    'Onvo',
    'AITO',
    'Denza',
    'Avatr',
    'Neta',
    'Voyah',
    'Arcfox',
    'Weltmeister',
    'Radar',
    'MHero',
  ],
  ['bar', 'bar', 'XPeng', 'Li Auto', 'Zeekr', 'Leapmotor', 'Hyptec', 'Skyworth', 'IM Motors', 'Rising Auto', 'Seres'],
  ['blade', 'blade', 'Tesla', 'Aion', 'Deepal', 'Xiaomi', 'Luxeed', 'Polestar', 'Geometry', 'Livan', 'HiPhi', 'Aiways'],
  ['round', 'round', 'Ora', 'smart'],
  ['slot', 'slot', 'iCar'],
  ['slot', 'beams', 'Fangchengbao', 'Yangwang'],
];

const families = new Map(
  FAMILIES.flatMap(([electric, engine, ...makes]) => makes.map((make) => [make, { electric, engine }] as const)),
);
/** Makes whose off-road cars have level bars instead of a band with round lamps. */
const OFF_ROAD_BEAMS = ['BAIC', 'Haval', 'Deepal', 'Fangchengbao', 'Yangwang'];

/** Returns the face of a make's car. Small, off-road and work cars differ from the rest of their family. */
export function faceOfMake(make: string, fuel: FuelType, body: CarBody): CarFace {
  const family = families.get(make);
  if (!family) throw new Error(`${make} has no family of faces`);
  const isElectric = fuel === 'electric';
  if (body === 'city') return isElectric ? 'round' : 'slim';
  if (body === 'offroader') return OFF_ROAD_BEAMS.includes(make) ? 'beams' : 'slot';
  if (body === 'truck' || body === 'flatbed') return isElectric ? 'split' : 'beams';
  return isElectric ? family.electric : family.engine;
}
