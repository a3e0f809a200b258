import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { mapping } from '../../../../../../tests/support/bookkeeping/statement-tables.ts';
import { isComplete, type StatementMapping } from '../../model/statement-mapping.ts';
import { previewTable } from './preview-table.ts';
import { readTable } from './read-table.ts';

/** Reads a table with the mapping that the page suggests, as a person does who accepts it. Returns what has to be asked instead. */
function accepted(text: string, change: Partial<StatementMapping> = {}) {
  const bytes = Buffer.from(text);
  const preview = previewTable(bytes);
  const { encoding, delimiter, dateOrder, decimalSign, columns, hasHeader, questions, isUnsigned } = preview;
  const asked = [
    ...(isComplete(columns) ? [] : ['columns']),
    ...(dateOrder === null ? ['order of dates'] : []),
    ...(decimalSign === null ? ['decimal sign'] : []),
    ...(isUnsigned ? ['signs'] : []),
    ...questions.map(({ header }) => header),
  ].filter((each) => each !== 'order of dates' || !change.dateOrder);
  const isAnswered = Object.keys(change).some((key) => key !== 'currency' && key !== 'dateOrder');
  if (asked.length > 0 && !isAnswered) return { asked };
  try {
    const { statement, refused, leftOut } = readTable(
      bytes,
      mapping({
        encoding,
        delimiter,
        dateOrder: dateOrder ?? 'DMY',
        decimalSign: decimalSign ?? '.',
        columns,
        hasHeader,
        unsigned: null,
        ...change,
      }),
    );
    return {
      cents: statement.lines.map(({ cents }) => cents),
      ...(refused.length > 0 && { refused: refused.map(({ problem }) => problem) }),
      ...(leftOut.some(({ reason }) => reason === 'notBooked') && { notBooked: statement.pending }),
    };
  } catch (error) {
    if (error instanceof AppError) return { error: error.options.messageKey ?? error.message };
    throw error;
  }
}

type Shape = [string, string, ReturnType<typeof accepted>, Partial<StatementMapping>?];
const rows = (...lines: string[]) => `${lines.join('\n')}\n`;

/** How banks and payment services in the countries of buyers write their tables. Names and amounts are invented. */
const SHAPES: Shape[] = [
  [
    'Kenya: two columns and a balance',
    rows(
      'Acme Bank Kenya,,,,,',
      'Account Number,0011223344,,,,',
      'Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance',
      '20/11/2026,20/11/2026,TRANSFER FROM A,,"1,708.50","11,708.50"',
      '21/11/2026,21/11/2026,LEDGER FEE,-35.00,,"11,673.50"',
    ),
    { cents: [170_850, -3_500] },
  ],
  [
    'Kenya: debit, credit and running balance',
    rows(
      'TRANS DATE,VALUE DATE,NARRATIVE,DEBIT,CREDIT,RUNNING BALANCE',
      '20-11-2026,20-11-2026,INWARD TT,0.00,5000.00,15000.00',
      '21-11-2026,21-11-2026,SWIFT CHARGE,25.00,0.00,14975.00',
    ),
    { cents: [500_000, -2_500] },
  ],
  [
    'Kenya: mobile money with a status',
    rows(
      'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
      'SKA1,2026-11-20 10:11:12,Received from A,Completed,"1,500.00",,"2,500.00"',
      'SKA2,2026-11-20 12:00:00,Pay bill,Completed,,-500.00,"2,000.00"',
      'SKA3,2026-11-21 08:00:00,Received from B,Failed,900.00,,"2,000.00"',
    ),
    { cents: [150_000, -50_000], notBooked: 1 },
  ],
  [
    'Nigeria: month names, withdrawals and deposits',
    rows(
      'Trans Date,Reference,Value Date,Withdrawals,Deposits,Balance,Remarks',
      '02-Nov-2026,00A1,02-Nov-2026,,"250,000.00","350,000.00",NIP TRANSFER FROM A',
      '03-Nov-2026,00A2,03-Nov-2026,"1,075.00",,"348,925.00",STAMP DUTY',
    ),
    { cents: [25_000_000, -107_500] },
  ],
  [
    'Nigeria: one column with a mark after the amount',
    rows('Date,Narration,Amount,Reference', '20/11/2026,TRF A,5000.00 CR,R1', '21/11/2026,CHARGE,52.50 DR,R2'),
    { cents: [500_000, -5_250] },
  ],
  [
    'South Africa: a sign and no balance',
    rows('Date,Description,Amount', '2026/11/20,PAYMENT A,12500.00', '2026/11/21,SERVICE FEE,-69.00'),
    { cents: [1_250_000, -6_900] },
  ],
  [
    'South Africa: no sign, no direction, no balance',
    rows('Date,Description,Amount', '2026/11/20,PAYMENT A,12500.00', '2026/11/21,SERVICE FEE,69.00'),
    { asked: ['signs'] },
  ],
  [
    'Germany: savings bank',
    rows(
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
      '"DE02120300000000202051";"20.11.26";"20.11.26";"GUTSCHRIFT";"CQ-000123";"Otieno, Amina";"DE99";"X";"1.708,50";"USD";"Umsatz gebucht"',
      '"DE02120300000000202051";"21.11.26";"21.11.26";"ENTGELT";"Preise";"";"";"";"-12,00";"USD";"Umsatz gebucht"',
    ),
    { cents: [170_850, -1_200] },
  ],
  [
    'Germany: direct bank with a status',
    rows(
      '"Girokonto";"DE02120300000000202051"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Betrag (€)"',
      '"20.11.26";"20.11.26";"Gebucht";"A";"B";"CQ-000123";"1.708,50"',
      '"21.11.26";"";"Vorgemerkt";"A";"B";"Miete";"-12,00"',
    ),
    { cents: [170_850], notBooked: 1 },
    { currency: 'EUR' },
  ],
  [
    'China: debit and credit amounts',
    rows(
      '交易日期,摘要,借方发生额,贷方发生额,余额,对方户名,对方账号',
      '2026-11-20,汇入,,"12,500.00","22,500.00",某公司,622',
      '2026-11-21,手续费,35.00,,"22,465.00",,',
    ),
    { cents: [1_250_000, -3_500] },
  ],
  [
    'China: a mark of the direction and unsigned amounts',
    rows('日期,收/支,金额,摘要', '2026-11-20,收,12500.00,货款', '2026-11-21,支,35.00,手续费'),
    { cents: [1_250_000, -3_500] },
  ],
  [
    'China: neither in nor out',
    rows('日期,收/支,金额,摘要', '2026-11-20,收,12500.00,货款', '2026-11-21,不计收支,35.00,转入理财'),
    { asked: ['收/支'] },
  ],
  [
    'Hong Kong: a currency in each row',
    rows(
      'Account currency,Date,Description,Credit amount,Debit amount,Balance',
      'USD,20/11/2026,TT A,5000.00,,5000.00',
      'HKD,20/11/2026,TT B,7000.00,,7000.00',
    ),
    { cents: [500_000], refused: ['currency'] },
  ],
  [
    'Emirates: narration, debit, credit',
    rows(
      'Date,Value Date,Narration,Debit,Credit,Balance',
      '20 Nov 2026,20 Nov 2026,INWARD TT A,,"18,350.00","28,350.00"',
      '21 Nov 2026,21 Nov 2026,CHARGES,52.50,,"28,297.50"',
    ),
    { cents: [1_835_000, -5_250] },
  ],
  [
    'Wallet: status, direction, and two amounts',
    rows(
      'ID,Status,Direction,Created on,Source amount (after fees),Source currency,Target amount (after fees),Target currency',
      'T1,COMPLETED,IN,2026-11-20 10:00:00,100.00,USD,100.00,USD',
    ),
    {
      asked: ['Target amount (after fees)', 'Target currency'],
    },
  ],
  [
    'Payment service: gross, fee and net',
    rows(
      'Date,Time,Name,Type,Status,Currency,Gross,Fee,Net',
      '20/11/2026,10:00:00,A,Payment,Completed,USD,100.00,-3.20,96.80',
      '21/11/2026,10:00:00,A,Payment,Pending,USD,50.00,-1.60,48.40',
    ),
    { asked: ['columns', 'Type', 'Gross', 'Fee', 'Net'] },
  ],
  [
    'Payouts of a payment provider',
    rows(
      'id,Type,Amount,Fee,Net,Currency,Created (UTC),Description',
      'txn_1,payout,-150.00,0.00,-150.00,usd,2026-11-20 00:00,STRIPE PAYOUT',
      'txn_2,charge,100.00,3.20,96.80,usd,2026-11-20 08:00,CQ-000123',
    ),
    { asked: ['Type', 'Fee', 'Net'] },
  ],
  [
    'Bank in an app: state reverted, fee in its own column',
    rows(
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'TOPUP,Current,2026-11-20 10:00:00,2026-11-20 10:00:01,A,100.00,0.00,USD,COMPLETED,100.00',
      'TRANSFER,Current,2026-11-20 11:00:00,2026-11-20 11:00:01,B,-20.00,0.50,USD,COMPLETED,79.50',
      'TRANSFER,Current,2026-11-20 12:00:00,,C,-5.00,0.00,USD,REVERTED,',
    ),
    { asked: ['Type', 'Product', 'Fee', 'State'] },
  ],
  [
    'Russia: expense and income',
    rows(
      'Дата операции;Контрагент;Назначение платежа;Расход;Приход',
      '20.11.2026;ООО А;Оплата;;12 500,00',
      '21.11.2026;Банк;Комиссия;35,00;',
    ),
    { cents: [1_250_000, -3_500] },
  ],
  [
    'Morocco: French names and a comma',
    rows(
      'Date opération;Date valeur;Libellé;Débit;Crédit',
      '20/11/2026;20/11/2026;VIREMENT A;;12 500,00',
      '21/11/2026;21/11/2026;FRAIS;35,00;',
    ),
    { cents: [1_250_000, -3_500] },
  ],
  [
    'Tanzania: a mark of debit or credit',
    rows(
      'Posting Date,Particulars,DR/CR,Amount,Book Balance',
      '20.11.2026,TISS A,CR,1000.00,1000.00',
      '21.11.2026,FEE,DR,10.00,990.00',
    ),
    { cents: [100_000, -1_000] },
  ],
  [
    'Uganda: shillings without decimals',
    rows(
      'Date,Description,Debit,Credit,Balance',
      '20/11/2026,A,,"5,000,000","6,000,000"',
      '21/11/2026,FEE,"15,000",,"5,985,000"',
    ),
    { cents: [5_000_000, -15_000] },
    { currency: 'UGX' },
  ],
  [
    'Ghana: parentheses for money out',
    rows('Date,Details,Amount,Balance', '20/11/2026,A,"1,000.00","1,000.00"', '21/11/2026,FEE,(10.00),990.00'),
    { cents: [100_000, -1_000] },
  ],
  [
    'India: lakh and a mark',
    rows(
      'Txn Date,Description,Cr/Dr,Amount,Balance',
      '20/11/2026,NEFT A,Cr,"12,50,000.00","12,50,000.00"',
      '21/11/2026,FEE,Dr,50.00,"12,49,950.00"',
    ),
    { cents: [125_000_000, -5_000] },
  ],
  [
    'Pakistan: a column of reversals that is mostly empty',
    rows(
      'Date,Description,Amount,Extra',
      '20/11/2026,A,100.00,',
      '21/11/2026,B,-50.00,',
      '22/11/2026,C,70.00,REVERSED',
      '23/11/2026,D,70.00,see branch 7',
    ),
    { asked: ['Extra'] },
  ],
  [
    'Chile: cargo and abono',
    rows(
      'Fecha;Descripción;Cargo;Abono;Saldo',
      '20/11/2026;TRANSFERENCIA A;;1.000,00;1.000,00',
      '21/11/2026;COMISION;10,00;;990,00',
    ),
    { cents: [100_000, -1_000] },
  ],
  [
    'Brazil: a credit or debit mark by letter',
    rows('Data;Histórico;Valor;D/C', '20/11/2026;TED A;1.000,00;C', '21/11/2026;TARIFA;10,00;D'),
    { cents: [100_000, -1_000] },
  ],
  [
    'Austria: debit and credit by S and H',
    rows('Buchungstag;Text;Betrag;S/H', '20.11.2026;A;1.000,00;H', '21.11.2026;Entgelt;10,00;S'),
    { cents: [100_000, -1_000] },
  ],
  [
    'a mark of the direction under an unknown name',
    rows(
      'Date,Details,Amount,Flag',
      '20/11/2026,A,100.00,X',
      '21/11/2026,B,50.00,Y',
      '22/11/2026,C,70.00,X',
      '23/11/2026,D,70.00,Y',
    ),
    { asked: ['signs', 'Flag'] },
  ],
];

test.each(SHAPES)('%s', (_name, text, outcome, change) => {
  expect(accepted(text, change)).toEqual(outcome);
});

const UNSIGNED = rows('Date,Description,Amount', '2026/11/20,PAYMENT A,12500.00', '2026/11/21,SERVICE FEE,69.00');
const columns = { date: 'Date', text: 'Description', amount: 'Amount' };

test('imports unsigned amounts only after a person has said what they are', () => {
  expect(accepted(UNSIGNED, { columns })).toEqual({ error: 'statements.file.unsigned' });
  expect(accepted(UNSIGNED, { columns, unsigned: 'in' })).toEqual({ cents: [1_250_000, 6_900] });
  expect(accepted(UNSIGNED, { columns, unsigned: 'out' })).toEqual({ cents: [-1_250_000, -6_900] });
});

test('asks nothing about signs if one amount has one, or a saved answer says that money out has a minus sign', () => {
  const one = `${UNSIGNED}2026/11/22,FEE,-1.00\n`;
  expect(accepted(one, { columns })).toEqual({ cents: [1_250_000, 6_900, -100] });
  expect(accepted(UNSIGNED, { columns, unsigned: 'minus' })).toEqual({ cents: [1_250_000, 6_900] });
});

test('takes balances that follow as proof that unsigned amounts are money in, but not of a single line', () => {
  const balanced = rows('Date,Description,Amount,Balance', '2026/11/20,A,100.00,100.00', '2026/11/21,B,50.00,150.00');
  expect(accepted(balanced)).toEqual({ cents: [10_000, 5_000] });
  expect(accepted(balanced.replace('150.00', '50.00'))).toEqual({ error: 'statements.file.balanceColumn' });
  expect(accepted(rows('Date,Description,Amount,Balance', '2026/11/20,A,100.00,100.00'))).toEqual({ asked: ['signs'] });
});
