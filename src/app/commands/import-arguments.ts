import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { OFFERS, type Offer } from '#features/catalog/listings/model/listing.ts';
import type { FactName } from '#features/catalog/stock-import/model/fact-columns.ts';
import { type Mapping, readMapping } from '#features/catalog/stock-import/model/mapping-file.ts';
import type { ImportRequest } from '#features/catalog/stock-import/server/import-sheet.ts';
import { ConfigError } from '#lib/config-error.ts';

export const USAGE = `npm run import -- FILE.csv --seller EMAIL [options]

  --dry-run              read and check everything without writing
  --mapping FILE.json    maps columns to facts, see docs/catalog/stock-import.md
  --currency CODE        currency of the prices: USD, CNY, EUR, GBP …
  --rate NUMBER          US dollars per unit of that currency; required unless it is USD.
                         With several currencies: --rate CNY=0.14 --rate EUR=1.08
  --mileage-unit km|mi   unit of the mileage
  --date-order DMY|MDY   order of dates such as 03/04/2023; default: decided by the whole column
  --calendar convert|leave-out   dates of the Buddhist or Japanese calendar
  --fill-down make|none  empty makes (or models) have the value of the row above
  --hidden-rows read|leave-out   rows that the sheet hides; default: read, with a warning
  --photos leave-out     import cars without the photos that a column names
  --sheet NAME           sheet of a workbook; default: the only one that looks like cars
  --engine-unit cc|l     unit of engine sizes; default: detected from the value
  --make NAME            make of every car, if no column has it
  --model NAME           model of every car, if no column has it
  --new-makes            add unknown makes
  --offer Sell|Rent      type of listing; default: Sell
  --status requested|active   default: requested, for an administrator to approve
  --pause-gone           pause cars of the seller that the file does not have
  --errors FILE          file for rejected rows and warnings; default: FILE.errors.csv
  --encoding NAME        utf-8, gb18030, windows-1252 …; default: detected
  --delimiter SIGN       separator between cells; default: detected`;

type Text = string | undefined;

export async function readImportArguments(
  args: string[],
): Promise<Omit<ImportRequest, 'now' | 'progress'> & { help: boolean }> {
  const { values, positionals } = parse(args);
  const [file, ...others] = positionals;
  if (!values.help && (!file || others.length > 0)) throw new ConfigError(`Name one file to import.\n\n${USAGE}`);
  if (!values.help && !values.seller)
    throw new ConfigError(`Name the seller of these cars with --seller EMAIL.\n\n${USAGE}`);
  const path = resolve(file ?? '.');
  const errorsPath = resolve(values.errors ?? join(dirname(path), `${basename(path, extname(path))}.errors.csv`));
  if (errorsPath === path) throw new ConfigError('The errors file must not be the import file.');
  return {
    help: values.help ?? false,
    path,
    errorsPath,
    sellerEmail: values.seller ?? '',
    mapping: mergeMapping(values.mapping ? await mappingFile(values.mapping) : {}, values),
    offer: oneOf('offer', values.offer, OFFERS) ?? ('Sell' satisfies Offer),
    status: oneOf('status', values.status, ['requested', 'active'] as const) ?? 'requested',
    newMakes: values['new-makes'] ?? false,
    dryRun: values['dry-run'] ?? false,
    pauseGone: values['pause-gone'] ?? false,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { ...flag, short: 'h' },
        'dry-run': flag,
        'new-makes': flag,
        'pause-gone': flag,
        seller: text,
        mapping: text,
        currency: text,
        rate: { ...text, multiple: true },
        'date-order': text,
        calendar: text,
        'fill-down': { ...text, multiple: true },
        'hidden-rows': text,
        photos: text,
        sheet: text,
        'mileage-unit': text,
        'engine-unit': text,
        make: text,
        model: text,
        offer: text,
        status: text,
        errors: text,
        encoding: text,
        delimiter: text,
      },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`, error);
  }
}

async function mappingFile(path: string): Promise<Mapping> {
  const json = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`The mapping file ${path} cannot be read: ${error.code ?? error.message}.`, error);
  });
  return readMapping(json, `the mapping file ${path}`);
}

type Options = Record<
  | 'currency'
  | 'mileage-unit'
  | 'engine-unit'
  | 'make'
  | 'model'
  | 'encoding'
  | 'delimiter'
  | 'date-order'
  | 'calendar'
  | 'hidden-rows'
  | 'photos'
  | 'sheet',
  Text
> &
  Record<'rate' | 'fill-down', string[]>;

/** Overrides the mapping file with the command line options and validates the result by the same schema. */
function mergeMapping(mapping: Mapping, options: Partial<Options>): Mapping {
  const constants: Partial<Record<FactName, string>> = { ...mapping.constants };
  for (const fact of ['make', 'model'] as const) if (options[fact]) constants[fact] = options[fact];
  const overrides = {
    currency: options.currency?.toUpperCase(),
    ...ratesOf(options.rate ?? []),
    mileageUnit: options['mileage-unit'],
    engineUnit: options['engine-unit'],
    dateOrder: options['date-order']?.toUpperCase(),
    calendar: options.calendar,
    fillDown: options['fill-down']?.filter((fact) => fact !== 'none'),
    hiddenRows: options['hidden-rows'],
    photos: options.photos,
    sheet: options.sheet,
    encoding: options.encoding?.toLowerCase(),
    delimiter: options.delimiter === '\\t' ? '\t' : options.delimiter,
  };
  const present = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return readMapping(JSON.stringify({ ...mapping, ...present, constants }), 'the command line');
}

/** Reads `--rate 0.14`, or `--rate CNY=0.14` for each of several currencies. */
function ratesOf(options: string[]): { rate?: number; rates?: Record<string, number> } {
  const named = options.flatMap((option) => {
    const [currency = '', rate] = option.split('=');
    return rate === undefined ? [] : [[currency.toUpperCase(), Number(rate)] as const];
  });
  const plain = options.find((option) => !option.includes('='));
  return {
    ...(plain !== undefined && { rate: Number(plain) }),
    ...(named.length > 0 && { rates: Object.fromEntries(named) }),
  };
}

function oneOf<Value extends string>(name: string, value: Text, allowed: readonly Value[]): Value | undefined {
  if (value === undefined || allowed.includes(value as Value)) return value as Value | undefined;
  throw new ConfigError(`--${name} must be ${allowed.join(' or ')}.`);
}
