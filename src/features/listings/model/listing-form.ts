/**
 * Schemas of the Sell Car form, one per step. The browser checks each step, the server checks all of them. Error
 * messages are message ids. Every value is text, as forms send it.
 */
import * as z from 'zod/mini';
import { parseVin } from '#features/vehicles/model/parse-vin.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { CAR_TYPES, CONDITIONS, FUEL_TYPES, LIMITS, MAX_LENGTH, MIN_YEAR, OFFERS, TRANSMISSIONS } from './listing.ts';

export const MAX_PHOTOS = 5;
export const CONTACT_METHODS = ['email', 'phone', 'chat'] as const;
export const MILEAGE_UNITS = ['km', 'mi'] as const;

const withMessage = (id: MessageKey) => ({ error: id, abort: true });

/** Accepts thousands separators only where they are unambiguous: 12,000 and 12,000.50, but not 12,50. */
const MONEY = /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/;
const WHOLE = /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})$/;
const isText = (text: string) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text);
/** Directional overrides, which would reverse text that follows. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
/** Normalizes line ends: forms send CRLF, which would count as two characters. */
const normalized = (text: string) => text.replace(/\r\n?/g, '\n').replace(OVERRIDES, '');
/** Parses a number with or without thousands separators. */
export const numberIn = (text: string) => Number(text.replaceAll(',', ''));

export const text = (maxLength: number) =>
  z
    .string()
    .check(
      z.overwrite(normalized),
      z.trim(),
      z.normalize('NFC'),
      z.maxLength(maxLength, withMessage('sell.text.long')),
      z.refine(isText, withMessage('sell.text.characters')),
    );
const required = (maxLength: number) => text(maxLength).check(z.minLength(1, withMessage('sell.required')));
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: 'sell.choose' satisfies MessageKey });
/** An optional choice; an empty text means no choice. */
const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(['', ...values], { error: 'sell.choose' satisfies MessageKey });
type Range = { min: number; max: number };
const whole = ({ min, max }: Range, id: MessageKey) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => WHOLE.test(typed) && numberIn(typed) >= min && numberIn(typed) <= max, withMessage(id)),
  );
/** A dollar amount with up to two decimals. */
export const amount = ({ min, max }: Range, id: MessageKey) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => MONEY.test(typed) && numberIn(typed) >= min && numberIn(typed) <= max, withMessage(id)),
  );
export const wholeOrNone = ({ min, max }: Range, id: MessageKey) =>
  z.string().check(
    z.trim(),
    z.refine(
      (typed) => typed === '' || (WHOLE.test(typed) && numberIn(typed) >= min && numberIn(typed) <= max),
      withMessage(id),
    ),
  );

const thisYear = () => new Date().getUTCFullYear();

const basics = {
  owner: wholeOrNone(LIMITS.owners, 'sell.owner.number'),
  RentSell: oneOf(OFFERS),
  make: required(MAX_LENGTH.make),
  model: required(MAX_LENGTH.model),
  year: z.string().check(
    z.trim(),
    z.refine(
      (typed) => /^\d{4}$/.test(typed) && Number(typed) >= MIN_YEAR && Number(typed) <= thisYear() + 1,
      withMessage('sell.year.range'),
    ),
  ),
  mileage: whole(LIMITS.mileage, 'sell.mileage.number'),
  mileageUnit: oneOf(MILEAGE_UNITS),
  price: amount(LIMITS.dollars, 'sell.price.amount'),
  location: required(MAX_LENGTH.location),
};

const condition = {
  engine: wholeOrNone(LIMITS.engineCc, 'sell.engine.number'),
  transmission: choice(TRANSMISSIONS),
  fuelType: choice(FUEL_TYPES),
  seatingCapacity: wholeOrNone(LIMITS.seats, 'sell.seats.range'),
  exteriorColor: text(MAX_LENGTH.exteriorColor),
  interiorColor: text(MAX_LENGTH.interiorColor),
  carType: choice(CAR_TYPES),
  vin: z.string().check(
    z.trim(),
    z.maxLength(60, withMessage('sell.text.long')),
    z.check(({ value, issues }) => {
      const reading = value === '' ? null : parseVin(value);
      if (reading && 'problem' in reading) issues.push({ code: 'custom', input: value, message: reading.problem });
    }),
  ),
  condition: oneOf(CONDITIONS),
  serviceHistory: z.object({
    recentServicing: z.boolean(),
    noAccidentHistory: z.boolean(),
    modifications: z.boolean(),
  }),
  modificationDetails: text(MAX_LENGTH.modificationDetails),
};

const highlights = {
  extraFeatures: z.object({
    gps: z.boolean(),
    sunroof: z.boolean(),
    leatherSeats: z.boolean(),
    backupCamera: z.boolean(),
  }),
  description: text(MAX_LENGTH.description),
  contactMethods: z.array(z.enum(CONTACT_METHODS)).check(z.maxLength(CONTACT_METHODS.length)),
  availability: text(120),
  responseTime: text(120),
};

/** The first three steps in order. The fourth step, photos, has no typed values. */
export const stepForms = [z.object(basics), z.object(condition), z.object(highlights)] as const;
export const sellForm = z.object({ ...basics, ...condition, ...highlights });
export type SellValues = z.input<typeof sellForm>;

export const EMPTY_VALUES: SellValues = {
  owner: '',
  RentSell: 'Sell',
  make: '',
  model: '',
  year: '',
  mileage: '',
  mileageUnit: 'km',
  price: '',
  location: '',
  engine: '',
  transmission: '',
  fuelType: '',
  seatingCapacity: '',
  exteriorColor: '',
  interiorColor: '',
  carType: '',
  vin: '',
  condition: 'Excellent',
  serviceHistory: { recentServicing: false, noAccidentHistory: false, modifications: false },
  modificationDetails: '',
  extraFeatures: { gps: false, sunroof: false, leatherSeats: false, backupCamera: false },
  description: '',
  contactMethods: [],
  availability: '',
  responseTime: '',
};

export type SellProblems = Record<string, MessageKey>;

/** Returns the first problem of each field, or null if the values are valid. */
export function sellProblems(form: z.ZodMiniType, values: unknown): SellProblems | null {
  const result = form.safeParse(values);
  if (result.success) return null;
  const problems: SellProblems = {};
  for (const { path, message } of result.error.issues) problems[path.join('.')] ??= message as MessageKey;
  return problems;
}
