import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { FactName } from '#features/import/model/fact-columns.ts';
import { type Mapping, readMapping } from '#features/import/model/mapping-file.ts';
import type { SheetRequest } from '#features/import/server/import-sheet.ts';
import { OFFERS, type Offer } from '#features/listings/model/listing.ts';
import { OperatorError } from '#lib/config-error.ts';

export const USAGE = `npm run import -- FILE.csv --seller EMAIL [options]

  --dry-run              read and check everything, write nothing
  --mapping FILE.json    which column holds what, see docs/import.md
  --currency CODE        what the prices are in: USD, CNY, EUR, GBP …
  --rate NUMBER          US dollars for one unit of that currency; needed unless it is USD
  --mileage-unit km|mi   what the mileage is in
  --engine-unit cc|l     what engine sizes are in; unset: told by their size
  --make NAME            the make of every car, when no column has it
  --model NAME           the model of every car, when no column has it
  --new-makes            add makes that are not known yet
  --offer Sell|Rent      what the cars are listed for; unset: Sell
  --status requested|active   unset: requested, an administrator approves them
  --errors FILE          where rejected rows and warnings go; unset: FILE.errors.csv
  --encoding NAME        utf-8, gb18030, windows-1252 …; unset: told from the bytes
  --delimiter SIGN       what stands between cells; unset: told from the first line`;

type Text = string | undefined;

export async function readImportArguments(
  args: string[],
): Promise<Omit<SheetRequest, 'now' | 'progress'> & { help: boolean }> {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (!values.help && (!file || more.length > 0)) throw new OperatorError(`Name one file to import.\n\n${USAGE}`);
  if (!values.help && !values.seller) throw new OperatorError(`Say whose cars these are: --seller EMAIL.\n\n${USAGE}`);
  const path = resolve(file ?? '.');
  const errorsPath = resolve(values.errors ?? join(dirname(path), `${basename(path, extname(path))}.errors.csv`));
  if (errorsPath === path) throw new OperatorError('The errors file must not be the file to import.');
  return {
    help: values.help ?? false,
    path,
    errorsPath,
    sellerEmail: values.seller ?? '',
    mapping: merged(values.mapping ? await mappingFile(values.mapping) : {}, values),
    offer: oneOf('offer', values.offer, OFFERS) ?? ('Sell' satisfies Offer),
    status: oneOf('status', values.status, ['requested', 'active'] as const) ?? 'requested',
    newMakes: values['new-makes'] ?? false,
    dryRun: values['dry-run'] ?? false,
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
        seller: text,
        mapping: text,
        currency: text,
        rate: text,
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
    throw new OperatorError(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`, error);
  }
}

async function mappingFile(path: string): Promise<Mapping> {
  const json = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The mapping file ${path} cannot be read: ${error.code ?? error.message}.`, error);
  });
  return readMapping(json, `the mapping file ${path}`);
}

type Options = Record<
  'currency' | 'rate' | 'mileage-unit' | 'engine-unit' | 'make' | 'model' | 'encoding' | 'delimiter',
  Text
>;

/** What the command line says wins over the mapping file; both are checked by the same rules. */
function merged(mapping: Mapping, options: Partial<Options>): Mapping {
  const constants: Partial<Record<FactName, string>> = { ...mapping.constants };
  for (const fact of ['make', 'model'] as const) if (options[fact]) constants[fact] = options[fact];
  const said = {
    currency: options.currency?.toUpperCase(),
    rate: options.rate === undefined ? undefined : Number(options.rate),
    mileageUnit: options['mileage-unit'],
    engineUnit: options['engine-unit'],
    encoding: options.encoding,
    delimiter: options.delimiter === '\\t' ? '\t' : options.delimiter,
  };
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return readMapping(JSON.stringify({ ...mapping, ...given, constants }), 'the command line');
}

function oneOf<Value extends string>(name: string, value: Text, allowed: readonly Value[]): Value | undefined {
  if (value === undefined || allowed.includes(value as Value)) return value as Value | undefined;
  throw new OperatorError(`--${name} must be ${allowed.join(' or ')}.`);
}
