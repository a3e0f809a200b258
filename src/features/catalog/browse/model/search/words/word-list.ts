import type { COLORS, FlagFilter, ValueFilter } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { ChoiceFilter, OptionOf } from '#features/catalog/listings/model/listing-fields.ts';

/** Words and phrases, separated by commas. */
type Words = string;

/** The words of one language that search understands. All parts are optional: a new language may begin with few words. */
export type WordList = {
  /** Written in Latin letters like English, so a few typed letters are completed to English words only. */
  isLatin?: true;
  /** Makes by their name in the catalog. Names that the catalog lacks are ignored. */
  makes?: Record<string, Words>;
  /** Models by make and model of the catalog. */
  models?: Record<string, Record<string, Words>>;
  /** Values of filters. A key may name several values, separated by spaces. */
  filters?: { [Name in FilterByWord]?: Partial<Record<KeyOf<Name>, Words>> };
  flags?: { [Name in FlagFilter]?: Words };
  /** Words that do not narrow a search. */
  fillers?: Words;
  /** Words between alternatives. */
  or?: Words;
  /** Words before a name or value that the cars must not have. */
  not?: Words;
  /** A prefix that each word may have, as the Arabic article. */
  article?: string;
  amounts?: { [Name in AmountWord]?: Words };
  /** Short names of currencies by ISO 4217 code. A key may name several. Full names are in content/currencies. */
  currencies?: Record<string, Words>;
};

/** Filters with words of their own in each language. Places have theirs in content/places. */
export type FilterByWord = Exclude<ValueFilter, 'province' | 'city' | 'seller'>;
type OneOrTwo<Value extends string> = Value | `${Value} ${Value}`;
type KeyOf<Name extends FilterByWord> = Name extends ChoiceFilter
  ? OneOrTwo<OptionOf<Name>>
  : Name extends 'color'
    ? OneOrTwo<(typeof COLORS)[number]>
    : number;

/** What words around a number mean. */
export type AmountWord =
  /** Before a number. A year after `before` or `after` is itself excluded. */
  | 'atMost'
  | 'atLeast'
  | 'before'
  | 'after'
  /** Before a number that is not a year: models are called Max. */
  | 'maximum'
  | 'minimum'
  /** After a number. */
  | 'orLess'
  | 'orMore'
  /** Around two numbers. `and` only joins numbers after `from`. */
  | 'from'
  | 'to'
  | 'and'
  /** Before a number: the fact that it counts. */
  | 'price'
  | 'mileage'
  | 'year'
  /** After a number. */
  | 'thousands'
  | 'tenThousands'
  | 'hundredThousands'
  | 'millions'
  | 'tenMillions'
  | 'dollars'
  | 'kilometers'
  | 'miles'
  | 'liters'
  | 'cc'
  | 'seats'
  | 'doors'
  | 'ofYear';
