import { cellsOfColumn, headerKey, looksLikeAmounts, looksLikeDays } from '#lib/tables/layout.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { isCurrencyName } from './amount-text.ts';
import { isDirectionHeader, type MappedColumns, type Meaning, type StatementMapping } from './statement-mapping.ts';

/** Words by which banks say what a row is, in English, German, French, Spanish, Portuguese, Russian, Arabic, Swahili, Amharic and Chinese. */
const WORDS: Record<Meaning, string> = {
  in: 'c|cr|crdt|credit|credits|in|incoming|inward|deposit|h|haben|gutschrift|crédit|entrée|crédito|credito|abono|haber|ingreso|entrada|recebido|кредит|кт|приход|поступление|دائن|إيداع|وارد|mapato|ገቢ|ክሬዲት|收|收入|贷|貸|贷方|贷记|存入|+',
  out: 'd|dr|dbit|debit|debits|out|outgoing|outward|withdrawal|s|soll|lastschrift|débit|sortie|débito|debito|cargo|debe|egreso|saída|saida|pago|дебет|дт|расход|списание|مدين|سحب|صادر|matumizi|ወጪ|ዴቢት|支|支出|借|借方|借记|支取|付|-',
  booked:
    'book|booked|umsatz gebucht|posted|completed|complete|success|successful|succeeded|settled|cleared|done|final|processed|paid|executed|gebucht|comptabilisé|exécuté|contabilizado|completado|liquidado|concluído|concluida|efetivado|проведен|проведено|исполнен|исполнено|تم|مكتمل|منفذ|imekamilika|ተጠናቋል|成功|已入账|已记账|交易成功|已完成|入账',
  notBooked:
    'umsatz vorgemerkt|pdng|pending|info|futr|processing|in progress|reversed|reversal|failed|failure|declined|rejected|returned|cancelled|canceled|void|voided|expired|hold|on hold|held|blocked|authorised|authorized|scheduled|unposted|uncleared|vorgemerkt|storniert|abgelehnt|en attente|annulé|rejeté|échoué|pendiente|anulado|rechazado|devuelto|pendente|cancelado|estornado|falhou|ожидает|в обработке|отклонен|отклонено|отменен|отменено|сторно|возвращен|معلق|قيد الانتظار|مرفوض|ملغى|فشل|inasubiri|imeshindwa|በመጠባበቅ ላይ|处理中|失败|交易失败|已冲正|冲正|已撤销|撤销|待处理|未入账|退回|已退回',
};
const MEANING_OF = new Map<string, Meaning>();
for (const [meaning, words] of Object.entries(WORDS)) {
  for (const word of words.split('|')) MEANING_OF.set(headerKey(word), meaning as Meaning);
}

/** What a word of a column of directions or states means: as a person said, or as banks use it. Null if nothing says so. */
export function meaningOf(word: string, meanings: Record<string, Meaning>): Meaning | null {
  const key = headerKey(word);
  if (Object.hasOwn(meanings, key)) return meanings[key] ?? null;
  return MEANING_OF.get(key.replace(/\.$/, '')) ?? null;
}

/** Columns that never change what a row means. */
const HARMLESS = new RegExp(
  `^(?:${[
    '#|no\\.?|nr\\.?|s/?n|sr\\.? ?no\\.?|serial( no\\.?)?|row|序号|行号',
    // Places and people of the bank, and how an order reached it.
    '(originating |trans\\.? )?branch.*|service point|filiale|agence|sucursal.*|ag[eê]ncia|ag\\./origem|dependencia.*|dependência.*|الفرع|tawi|网点|交易网点|交易场所|交易地点.*|交易国家或地区简称|取扱店|거래점',
    'teller.*|user|usu[aá]rio|operador|柜员.*|channel|canal|交易渠道|渠道|cash/remittance|钞/?汇(标志)?',
    // Numbers of papers.
    '(cheque|chq|check no|doc(ument|to)?s?\\.?( no|$)|dcto|instrument|voucher|bordereau).*|ref/cheque.*|.*n[uú]mero( de| do)? documento|operación - n[uú]mero|номер документа|№( документа)?|日志号|交易单号|凭证.*',
    'time|posting time|transaction time|hora|operación - hora|交易时间|時間',
    'bic.*|swift.*|开户行|对方开户行|对方行名',
    // Parties and further texts.
    'zahlungsempf.*|zahlungspflichtige.*|payee.*|beneficiary name|付款人名称|收款人名称|对手信息|交易对方|.*descri[pç].*|(parent )?categor(y|ia|ía)|分类',
  ].join('|')})$`,
);

export type OpenColumn = {
  header: string;
  /** Its distinct cells, if they are few. */
  values: string[];
};
const FEW = 8;

/** The columns that a mapping does not name and that could change what a row means: words that repeat, amounts, currencies. */
export function openColumns(
  header: string[],
  body: SourceRow[],
  { columns, ignored, hasHeader }: Pick<StatementMapping, 'columns' | 'ignored' | 'hasHeader'>,
): OpenColumn[] {
  const named = new Set([...Object.values(columns), ...ignored].map(headerKey));
  return header.flatMap((name, place) => {
    if (named.has(headerKey(name)) || (hasHeader && HARMLESS.test(headerKey(name)))) return [];
    const cells = cellsOfColumn(body, place);
    const values = [...new Set(cells)];
    return couldChange(cells, values) ? [{ header: name, values: values.length <= FEW ? values : [] }] : [];
  });
}

function couldChange(cells: string[], values: string[]): boolean {
  if (cells.length === 0 || looksLikeDays(cells)) return false;
  if (values.every((value) => meaningOf(value, {}) !== null || isCurrencyName(value))) return true;
  if (looksLikeAmounts(cells) || values.some((value) => meaningOf(value, {}) === 'notBooked')) return true;
  const areWords = values.every((value) => value.length <= 20 && !/\d/.test(value));
  return areWords && (values.length * 2 <= cells.length || (cells.length < 2 * FEW && values.length <= 3));
}

/**
 * Suggests columns by what they hold, where no header says it: directions beside one column of amounts, states and currencies. Without a header
 * also the first column of days, and the only one of amounts.
 */
export function guessByContent(
  header: string[],
  body: SourceRow[],
  columns: MappedColumns,
  hasHeader: boolean,
): MappedColumns {
  const guessed = { ...columns };
  const free = header
    .map((name, place) => ({ name, cells: cellsOfColumn(body, place) }))
    .filter(({ name, cells }) => name !== '' && cells.length > 0 && !Object.values(columns).includes(name));
  if (!hasHeader) {
    const date = free.find(({ cells }) => looksLikeDays(cells));
    const amounts = free.filter(({ cells }) => looksLikeAmounts(cells) && !looksLikeDays(cells));
    if (date) guessed.date ??= date.name;
    if (amounts.length === 1 && amounts[0]) guessed.amount ??= amounts[0].name;
  }
  const signed = free.filter(({ name, cells }) => isDirectionHeader(name) && looksLikeAmounts(cells));
  if (signed[0] && !guessed.credit) guessed.amount ??= signed[0].name;
  const allMean = (cells: string[], ...meanings: Meaning[]) =>
    cells.every((cell) => meanings.some((meaning) => meaningOf(cell, {}) === meaning));
  for (const { name, cells } of free.filter((each) => each.name !== guessed.amount)) {
    if (guessed.amount && allMean(cells, 'in', 'out')) guessed.direction ??= name;
    else if (allMean(cells, 'booked', 'notBooked')) guessed.status ??= name;
    else if (cells.every(isCurrencyName)) guessed.currency ??= name;
  }
  return guessed;
}
