/** Schemas of the JSON-LD on our pages, by schema.org's definitions and Google's requirements. */
import { z } from 'zod';

const text = z.string().min(1);
const month = z.string().regex(/^\d{4}-\d{2}$/);
const url = z.url({ protocol: /^https?$/ });
const day = z.iso.date();
const context = { '@context': z.literal('https://schema.org') };
const thing = <Type extends string, Shape extends z.core.$ZodLooseShape>(type: Type, shape: Shape) =>
  z.strictObject({ '@type': z.literal(type), ...shape });
const schemaOrg = (...names: string[]) => z.enum(names.map((name) => `https://schema.org/${name}`));
const placesInOrder = (list: { position: number }[]) =>
  list.every(({ position }, at) => at === 0 || position === list[at - 1]!.position + 1);

const organization = { name: text, url, logo: url };
const amount = z.string().regex(/^\d+\.\d\d$/);
const money = { price: amount, priceCurrency: z.literal('USD') };

const offer = thing('Offer', {
  ...money,
  url,
  availability: schemaOrg('InStock', 'OutOfStock', 'Reserved'),
  availabilityStarts: day.optional(),
  businessFunction: z.literal('http://purl.org/goodrelations/v1#LeaseOut').optional(),
  priceSpecification: thing('UnitPriceSpecification', { ...money, unitCode: z.literal('DAY') }).optional(),
});

const STATEMENTS = [
  thing('Car', {
    ...context,
    name: text,
    url,
    image: z.array(url).min(1),
    brand: thing('Brand', { name: text }),
    model: text,
    vehicleModelDate: z.string().regex(/^\d{4}$/),
    itemCondition: schemaOrg('UsedCondition'),
    description: text.optional(),
    mileageFromOdometer: thing('QuantitativeValue', {
      value: z.int().nonnegative(),
      unitCode: z.enum(['SMI', 'KMT']),
    }).optional(),
    vehicleIdentificationNumber: text.optional(),
    bodyType: text.optional(),
    fuelType: text.optional(),
    vehicleTransmission: text.optional(),
    driveWheelConfiguration: schemaOrg(
      'FrontWheelDriveConfiguration',
      'RearWheelDriveConfiguration',
      'AllWheelDriveConfiguration',
    ).optional(),
    steeringPosition: schemaOrg('LeftHandDriving', 'RightHandDriving').optional(),
    numberOfDoors: z.int().positive().optional(),
    productionDate: month.optional(),
    dateVehicleFirstRegistered: month.optional(),
    meetsEmissionStandard: text.optional(),
    weight: thing('QuantitativeValue', { value: z.int().positive(), unitCode: z.literal('KGM') }).optional(),
    vehicleSeatingCapacity: z.int().positive().optional(),
    color: text.optional(),
    vehicleInteriorColor: text.optional(),
    numberOfPreviousOwners: z.int().nonnegative().optional(),
    aggregateRating: thing('AggregateRating', {
      ratingValue: z.number().min(1).max(5),
      reviewCount: z.int().positive(),
    }).optional(),
    offers: offer,
  }),
  thing('BreadcrumbList', {
    ...context,
    itemListElement: z
      .array(thing('ListItem', { position: z.int(), name: text, item: url }))
      .min(2)
      .refine((list) => list[0]?.position === 1 && placesInOrder(list), 'positions count from 1'),
  }),
  thing('ItemList', {
    ...context,
    numberOfItems: z.int().positive(),
    itemListElement: z
      .array(thing('ListItem', { position: z.int().positive(), url }))
      .min(1)
      .refine(placesInOrder, 'positions follow each other'),
  }),
  thing('FAQPage', {
    ...context,
    mainEntity: z.array(thing('Question', { name: text, acceptedAnswer: thing('Answer', { text }) })).min(1),
  }),
  thing('BlogPosting', {
    ...context,
    headline: text.max(110),
    description: text,
    image: url,
    datePublished: day.optional(),
    timeRequired: z.iso.duration(),
    inLanguage: z.literal('en'),
    mainEntityOfPage: url,
    author: thing('Organization', organization),
    publisher: thing('Organization', organization),
  }),
  thing('Organization', {
    ...context,
    ...organization,
    foundingDate: z.string().regex(/^\d{4}$/),
    contactPoint: thing('ContactPoint', { contactType: text, url }),
  }),
  thing('WebSite', {
    ...context,
    name: text,
    url,
    potentialAction: thing('SearchAction', {
      target: url.includes('{search_term_string}'),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
] as const;

const statement = z.discriminatedUnion('@type', STATEMENTS);
export type Statement = z.output<typeof statement>;

/** Parses the JSON-LD objects of a page, in order. Throws if one is invalid. */
export function statementsIn(html: string): Statement[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return scripts.map(([, json = '']) => statement.parse(JSON.parse(json)));
}
