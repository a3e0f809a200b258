import { IMPORT_FIELDS } from './facts/import-fields.ts';

/** When and where renters get this car, if not by the order terms at its location. Only cars for rent have them. */
const RENTAL_FIELDS = {
  rentalPickUpHour: {
    kind: 'number',
    range: { min: 0, max: 23 },
    note: 'from which hour renters pick up the car, by its clock; null for the hours of the site',
    column: 'rental_pick_up_hour',
    in: 'details',
    step: 'condition',
    group: 'rental',
    imported: false,
  },
  rentalReturnHour: {
    kind: 'number',
    range: { min: 1, max: 24 },
    note: 'until which hour renters bring the car back; 24 is midnight',
    column: 'rental_return_hour',
    in: 'details',
    step: 'condition',
    group: 'rental',
    imported: false,
  },
  rentalPlace: {
    kind: 'text',
    maxLength: 120,
    note: 'where renters pick up the car and bring it back; null for its location',
    column: 'rental_place',
    in: 'details',
    step: 'condition',
    group: 'rental',
    imported: false,
  },
} as const;

/**
 * The facts about a car that a seller or a spreadsheet provides, except make, model, year, price and mileage. Types,
 * forms, the API, filters, exports, SQL columns and the import derive from this table (0026).
 */
export const LISTING_FIELDS = {
  carType: {
    kind: 'choice',
    options: ['sedan', 'suv', 'hatchback', 'truck', 'coupe', 'wagon', 'van', 'convertible'],
    column: 'car_type',
    in: 'card',
    step: 'condition',
    filter: true,
  },
  fuelType: {
    kind: 'choice',
    options: ['petrol', 'diesel', 'electric', 'hybrid', 'cng', 'lpg'],
    column: 'fuel_type',
    in: 'card',
    step: 'condition',
    filter: true,
  },
  transmission: {
    kind: 'choice',
    options: ['automatic', 'manual', 'cvt', 'semi-automatic'],
    column: 'transmission',
    in: 'card',
    step: 'condition',
    filter: true,
  },
  drive: {
    kind: 'choice',
    options: ['front', 'rear', 'all'],
    column: 'drive',
    in: 'details',
    step: 'condition',
    filter: true,
    csv: true,
  },
  steering: {
    kind: 'choice',
    options: ['left', 'right'],
    note: 'the side of the steering wheel',
    column: 'steering',
    in: 'details',
    step: 'condition',
    filter: true,
    csv: true,
  },
  engine: {
    kind: 'number',
    range: { min: 100, max: 12_000 },
    note: 'cc; null for electric cars',
    column: 'engine_cc',
    in: 'details',
    step: 'condition',
  },
  seatingCapacity: {
    kind: 'number',
    range: { min: 2, max: 15 },
    column: 'seating_capacity',
    in: 'card',
    step: 'condition',
  },
  doors: {
    kind: 'number',
    range: { min: 2, max: 6 },
    note: 'a tailgate counts as one',
    column: 'doors',
    in: 'details',
    step: 'condition',
    csv: true,
  },
  ...IMPORT_FIELDS,
  ...RENTAL_FIELDS,
  exteriorColor: { kind: 'text', maxLength: 40, column: 'exterior_color', in: 'card', step: 'condition' },
  interiorColor: { kind: 'text', maxLength: 40, column: 'interior_color', in: 'details', step: 'condition' },
  vin: { kind: 'text', maxLength: 60, column: 'vin', in: 'details', step: 'condition' },
  owners: {
    kind: 'number',
    range: { min: 0, max: 99 },
    note: 'number of previous owners',
    api: 'owner',
    column: 'owners',
    in: 'details',
    step: 'basics',
  },
  location: { kind: 'text', maxLength: 120, column: 'location', in: 'card', step: 'basics', required: true },
  condition: {
    kind: 'choice',
    options: ['Excellent', 'Good', 'Fair'],
    column: 'condition',
    in: 'card',
    step: 'condition',
    required: true,
    filter: true,
  },
  description: { kind: 'prose', maxLength: 10_000, column: 'description', in: 'details', step: 'highlights' },
  serviceHistory: {
    kind: 'flags',
    flags: {
      recentServicing: 'recent_servicing',
      noAccidentHistory: 'no_accident_history',
      modifications: 'modifications',
    },
    in: 'details',
    step: 'condition',
    imported: false,
  },
  modificationDetails: {
    kind: 'prose',
    maxLength: 2_000,
    column: 'modification_details',
    in: 'details',
    step: 'condition',
    imported: false,
  },
  extraFeatures: {
    kind: 'flags',
    flags: { gps: 'gps', sunroof: 'sunroof', leatherSeats: 'leather_seats', backupCamera: 'backup_camera' },
    in: 'details',
    step: 'highlights',
    imported: false,
  },
} as const satisfies Record<string, ListingField>;

export type Range = { min: number; max: number };

type Kind =
  | { kind: 'choice'; options: readonly string[]; column: string }
  /** A whole number, or one with at most `decimals` decimals. */
  | { kind: 'number'; range: Range; decimals?: 1; column: string }
  /** `month` is YYYY-MM, `day` YYYY-MM-DD, `country` ISO 3166-1 alpha-2. */
  | { kind: 'month' | 'day' | 'country'; column: string }
  /** `text` is one line, `prose` several. */
  | { kind: 'text' | 'prose'; maxLength: number; column: string }
  /** Columns by the names of the flags. */
  | { kind: 'flags'; flags: Record<string, string> };

export const FIELD_GROUPS = ['import', 'battery', 'rental'] as const;
export type FieldGroup = (typeof FIELD_GROUPS)[number];

type ListingField = Kind & {
  /** A card has few fields; the others are only in the response of a single car. */
  in: 'card' | 'details';
  /** The step of the Sell Car form. */
  step: 'basics' | 'condition' | 'highlights';
  /** Forms fold it away with the others of its group. `battery` is for electric and hybrid cars only, `rental` for cars for rent. */
  group?: FieldGroup;
  /** The Sell Car form requires it. Imported cars may still lack it. */
  required?: true;
  /** The lists of cars, public and in the back office, can be filtered by it. */
  filter?: true;
  /** It is a column of the listings as CSV. */
  csv?: true;
  /** A spreadsheet cannot contain it. */
  imported?: false;
  /** The name in the API and in forms, if it differs. */
  api?: string;
  /** Describes it in the API document. */
  note?: string;
};

type Fields = typeof LISTING_FIELDS;
export type FieldName = keyof Fields;
/** Names of the fields that have these properties. */
export type FieldsWith<Properties> = {
  [Name in FieldName]: Fields[Name] extends Properties ? Name : never;
}[FieldName];

export type ChoiceName = FieldsWith<{ kind: 'choice' }>;
export type OptionOf<Name extends ChoiceName> = Fields[Name]['options'][number];
export type ChoiceFilter = FieldsWith<{ filter: true }>;
/** Fields with a single value. */
export type PlainName = FieldsWith<{ column: string }>;
/** Optional fields of one line, which forms show as one input each. */
export type LineName = Exclude<PlainName, FieldsWith<{ required: true } | { kind: 'prose' }>>;
export type GroupedName = FieldsWith<{ group: FieldGroup }>;
export type FlagGroup = FieldsWith<{ kind: 'flags' }>;
export type FlagOf<Group extends FlagGroup> = keyof Fields[Group]['flags'] & string;
export type ApiName<Name extends FieldName> = Name extends FieldsWith<{ api: string }> ? Fields[Name]['api'] : Name;
export type ColumnOf<Name extends PlainName> = Fields[Name]['column'];

/** A field's value in the domain and in the API. Unknown facts are null, never guessed. */
export type FieldValue<Name extends FieldName> = Name extends ChoiceName
  ? OptionOf<Name> | null
  : Name extends FlagGroup
    ? { [Flag in FlagOf<Name>]: boolean }
    : Name extends FieldsWith<{ kind: 'number' }>
      ? number | null
      : string | null;
export type FieldValues<Name extends FieldName = FieldName> = { [N in Name]: FieldValue<N> };

export const FIELD_NAMES = Object.keys(LISTING_FIELDS) as FieldName[];

export function fieldOf(name: FieldName): ListingField {
  return LISTING_FIELDS[name];
}

/** Returns the names of the fields that have these properties, in the order of the table. */
export function fieldsWith<const Properties extends Partial<Record<keyof ListingField, unknown>>>(
  properties: Properties,
): FieldsWith<Properties>[] {
  const wanted = Object.entries(properties);
  const fits = (name: FieldName) => {
    const field: Record<string, unknown> = LISTING_FIELDS[name];
    return wanted.every(([property, value]) => field[property] === value);
  };
  return FIELD_NAMES.filter(fits) as FieldsWith<Properties>[];
}

export const CHOICE_NAMES = fieldsWith({ kind: 'choice' });
export const CHOICE_FILTERS = fieldsWith({ filter: true });
/** Columns that the listings as CSV have in addition to those of table-csv.ts. */
export const CSV_NAMES = fieldsWith({ csv: true });
export const FLAG_GROUPS = fieldsWith({ kind: 'flags' });
export const LINE_NAMES = FIELD_NAMES.filter((name): name is LineName => {
  const { kind, required } = fieldOf(name);
  return !required && kind !== 'prose' && kind !== 'flags';
});
/** Facts that only electric and hybrid cars have. */
export const BATTERY_NAMES = fieldsWith({ group: 'battery' });
/** When and where renters get the car. */
export const RENTAL_NAMES = fieldsWith({ group: 'rental' });
export const hasBattery = (fuelType: unknown): boolean => fuelType === 'electric' || fuelType === 'hybrid';

export const apiNameOf = <Name extends FieldName>(name: Name) => (fieldOf(name).api ?? name) as ApiName<Name>;
export const columnOf = <Name extends PlainName>(name: Name): ColumnOf<Name> => LISTING_FIELDS[name].column;
export const isChoice = (name: FieldName): name is ChoiceName => LISTING_FIELDS[name].kind === 'choice';
export const optionsOf = <Name extends ChoiceName>(name: Name): readonly OptionOf<Name>[] =>
  LISTING_FIELDS[name].options;

export const flagsOf = <Group extends FlagGroup>(group: Group) =>
  Object.keys(LISTING_FIELDS[group].flags) as FlagOf<Group>[];

/** Returns the id of the message that names an option. */
export const optionMessage = <Name extends ChoiceName>(name: Name, option: OptionOf<Name>) =>
  `cars.${name}.${option}` as { [N in ChoiceName]: `cars.${N}.${OptionOf<N>}` }[Name];

/** Wanted options of filters by choices. A car matches if it has any of them. */
type Choices = { [Name in ChoiceFilter]?: OptionOf<Name>[] };

/** Returns the filters that are set, each with its single option. */
export function chosenFilters(values: { [Name in ChoiceFilter]?: OptionOf<Name> | '' | undefined }): Choices {
  return Object.fromEntries(CHOICE_FILTERS.flatMap((name) => (values[name] ? [[name, [values[name]]]] : [])));
}
