/**
 * Schemas of the Sell Car form, one per step. The browser checks each step, the server checks all of them. Error
 * messages are message ids. Every value is text, as forms send it.
 */
import * as z from 'zod/mini';
import { parseVin } from '#features/catalog/vehicles/model/vin.ts';
import { textOfHtml } from '#lib/html-text.ts';
import { COUNTRY_CODES } from '#lib/i18n/country-codes.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { factConflicts, MONTH } from './facts/fact-conflicts.ts';
import { LIMITS, MAX_LENGTH, MIN_YEAR, OFFERS } from './listing.ts';
import {
  type ApiName,
  apiNameOf,
  FIELD_NAMES,
  type FieldName,
  type FieldsWith,
  type FieldValue,
  fieldOf,
  fieldsWith,
  LISTING_FIELDS,
  type Range,
} from './listing-fields.ts';

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

export const text = (maxLength: number, read = (typed: string) => typed) =>
  z.string().check(
    z.overwrite((typed: string) => read(normalized(typed))),
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

/** A number with at most one decimal, or nothing. */
const decimalOrNone = ({ min, max }: Range, id: MessageKey) =>
  z.string().check(
    z.trim(),
    z.refine(
      (typed) => typed === '' || (/^\d{1,4}(\.\d)?$/.test(typed) && Number(typed) >= min && Number(typed) <= max),
      withMessage(id),
    ),
  );
/** A text of a fixed form, or nothing. */
const fixedOrNone = (isValid: (typed: string) => boolean, id: MessageKey) =>
  z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isValid(typed), withMessage(id)),
  );
const isDay = (text: string) =>
  /^(19|20)\d{2}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;

const thisYear = () => new Date().getUTCFullYear();

/** A field's value as forms send it. An empty text means that the fact is unknown. */
type FormValue<Name extends FieldName> =
  Name extends FieldsWith<{ kind: 'flags' }>
    ? FieldValue<Name>
    : Name extends FieldsWith<{ kind: 'choice'; required: true }>
      ? NonNullable<FieldValue<Name>>
      : Name extends FieldsWith<{ kind: 'choice' }>
        ? NonNullable<FieldValue<Name>> | ''
        : string;
type FormValues<Name extends FieldName> = { [N in Name as ApiName<N>]: FormValue<N> };
type FormSchemas<Name extends FieldName> = { [N in Name as ApiName<N>]: z.ZodMiniType<FormValue<N>, FormValue<N>> };

function schemaOf(name: FieldName): z.ZodMiniType {
  const field = fieldOf(name);
  switch (field.kind) {
    case 'choice':
      return field.required ? oneOf(field.options) : choice(field.options);
    case 'number':
      return (field.decimals ? decimalOrNone : wholeOrNone)(
        field.range,
        `sell.range.${apiNameOf(name as FieldsWith<{ kind: 'number' }>)}`,
      );
    case 'month':
      return fixedOrNone((typed) => MONTH.test(typed), 'sell.month');
    case 'day':
      return fixedOrNone(isDay, 'sell.day');
    case 'country':
      return fixedOrNone((typed) => COUNTRY_CODES.includes(typed), 'sell.country');
    case 'flags':
      // What is not stated is not so.
      return z.object(
        Object.fromEntries(Object.keys(field.flags).map((flag) => [flag, z._default(z.boolean(), false)])),
      );
    case 'prose':
      return text(field.maxLength, textOfHtml);
    default:
      return field.required ? required(field.maxLength) : text(field.maxLength);
  }
}

function schemasOf<const Step extends 'basics' | 'condition' | 'highlights'>(step: Step) {
  const names = fieldsWith({ step });
  return Object.fromEntries(names.map((name) => [apiNameOf(name), schemaOf(name)])) as FormSchemas<
    FieldsWith<{ step: Step }>
  >;
}

function emptyValue(name: FieldName): unknown {
  const field = fieldOf(name);
  if (field.kind === 'flags') return Object.fromEntries(Object.keys(field.flags).map((flag) => [flag, false]));
  return field.kind === 'choice' && field.required ? field.options[0] : '';
}

const basics = {
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
  ...schemasOf('basics'),
};

const condition = {
  ...schemasOf('condition'),
  vin: z.string().check(
    z.trim(),
    z.maxLength(LISTING_FIELDS.vin.maxLength, withMessage('sell.text.long')),
    z.check(({ value, issues }) => {
      const reading = value === '' ? null : parseVin(value);
      if (reading && 'problem' in reading) issues.push({ code: 'custom', input: value, message: reading.problem });
    }),
  ),
};

const highlights = {
  ...schemasOf('highlights'),
  contactMethods: z.array(z.enum(CONTACT_METHODS)).check(z.maxLength(CONTACT_METHODS.length)),
  availability: text(120),
  responseTime: text(120),
};

/** The first three steps in order. The fourth step, photos, has no typed values. */
export const stepForms = [z.object(basics), z.object(condition), z.object(highlights)] as const;
export const sellForm = z.object({ ...basics, ...condition, ...highlights });
export type SellValues = z.input<typeof sellForm>;

export const EMPTY_VALUES: SellValues = {
  RentSell: 'Sell',
  make: '',
  model: '',
  year: '',
  mileage: '',
  mileageUnit: 'km',
  price: '',
  ...(Object.fromEntries(FIELD_NAMES.map((name) => [apiNameOf(name), emptyValue(name)])) as FormValues<FieldName>),
  contactMethods: [],
  availability: '',
  responseTime: '',
};

const optionalNames = FIELD_NAMES.filter((name) => !fieldOf(name).required).map(apiNameOf);
/** The form of an edited listing, which may lack optional fields. */
export const editForm = z.partial(
  sellForm,
  Object.fromEntries(optionalNames.map((name) => [name, true])) as { [Name in keyof SellValues]?: true },
);

export type SellProblems = Record<string, MessageKey>;

const conflictsIn = (values: object) => factConflicts(values, new Date().toISOString().slice(0, 10));

/** A check of a form for facts that contradict each other. */
export const consistent = z.check<SellValues>(({ value, issues }) => {
  for (const [name, message] of Object.entries(conflictsIn(value)))
    issues.push({ code: 'custom', input: value[name as keyof SellValues], path: [name], message });
});

type Form = z.ZodMiniType & { shape: object };

/** Returns the first problem of each field of the form, or null if the values are valid. */
export function sellProblems(form: Form, values: unknown): SellProblems | null {
  const problems: SellProblems = {};
  for (const { path, message } of form.safeParse(values).error?.issues ?? [])
    problems[path.join('.')] ??= message as MessageKey;
  for (const [name, message] of Object.entries(conflictsIn(Object(values))))
    if (Object.hasOwn(form.shape, name)) problems[name] ??= message;
  return Object.keys(problems).length > 0 ? problems : null;
}
