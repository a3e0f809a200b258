import { shortened } from '#lib/cell-text.ts';
import { ConfigError } from '#lib/config-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { guessColumns } from '../../model/guess-columns.ts';
import type { ImportPlan } from '../../model/import-plan.ts';
import { OpenQuestions, type Question } from '../../model/question.ts';
import { cellsOf } from '../../model/settle-columns.ts';
import type { StockReading } from '../../model/stock-import-contract.ts';
import { type OpenedStock, openStock, planStock, type StockRequest } from '../open-stock.ts';
import type { ReadImport } from './import-record-store.ts';

const EXAMPLES = 3;
const MAX_EXAMPLE = 80;

const NOTHING: StockReading = {
  kind: null,
  encoding: null,
  encoding_is_certain: false,
  other_encodings: [],
  delimiter: null,
  sheet: null,
  other_sheets: [],
  hidden_sheets: [],
  hidden_rows: [],
  header: [],
  columns: [],
  unused: [],
  questions: [],
};

/** Reads a file and says what is recognized and what is open. Returns the reason if it is no table. */
export async function readImport(db: Queryable, request: StockRequest): Promise<ReadImport | { problem: string }> {
  try {
    const opened = await openStock(db, request);
    return { mapping: opened.mapping, reading: readingOf(opened, request), totalRows: opened.source.rows };
  } catch (error) {
    if (error instanceof OpenQuestions)
      return { mapping: request.mapping, reading: { ...NOTHING, questions: shown(error.questions) }, totalRows: 0 };
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

function readingOf(opened: OpenedStock, request: StockRequest): StockReading {
  const { reading, table, hiddenRows } = opened.source;
  const { columns, unused, questions } = planned(opened, request);
  const { kind, encoding, delimiter, workbook } = reading;
  return {
    kind,
    encoding: encoding?.name ?? null,
    encoding_is_certain: encoding === null || encoding.certainty === 'certain',
    other_encodings: encoding?.others ?? [],
    delimiter,
    sheet: workbook?.sheet ?? null,
    other_sheets: workbook?.otherSheets ?? [],
    hidden_sheets: workbook?.hiddenSheets ?? [],
    hidden_rows: [...hiddenRows].slice(0, 1_000),
    header: table.header,
    columns: [...columns].map(([fact, candidates]) => ({
      fact,
      headers: candidates.map(({ header }) => header),
      examples: [...new Set(cellsOf(candidates, table.body.slice(0, 50)))]
        .slice(0, EXAMPLES)
        .map((cell) => shortened(cell, MAX_EXAMPLE)),
    })),
    unused: unused.map(({ header }) => header),
    questions: shown(questions),
  };
}

type Planned = Pick<ImportPlan, 'columns' | 'unused'> & { questions: Question[] };

/** While there are questions, the columns are those that the headers name. */
function planned(opened: OpenedStock, request: StockRequest): Planned {
  try {
    return { ...planStock(opened, request), questions: [] };
  } catch (error) {
    if (!(error instanceof OpenQuestions)) throw error;
    return { ...guessColumns(opened.source.table.header), questions: error.questions };
  }
}

const shown = (questions: Question[]): Omit<Question, 'option'>[] =>
  questions.map(({ option: _, ...question }) => ({
    ...question,
    examples: question.examples.map((example) => shortened(example, MAX_EXAMPLE)),
  }));
