/** Statements made up for tests, in the shape of ISO 20022. */

export type Entry = {
  amount: string;
  /** Default: money in. */
  out?: boolean;
  currency?: string;
  day?: string;
  /** Default: the day of booking. */
  valueDay?: string;
  reference?: string;
  status?: string;
  reversal?: boolean;
  name?: string;
  account?: string;
  endToEnd?: string;
  text?: string | string[];
  info?: string;
  charges?: string;
  instructed?: string;
  /** Makes the entry a batch. */
  parts?: Part[];
};
type Part = { amount: string; text?: string; name?: string; reference?: string };

export type CamtFile = {
  version?: '02' | '08' | '04';
  account?: string;
  number?: string;
  day?: string;
  toDay?: string;
  currency?: string;
  opening?: string;
  closing?: string;
  entries: Entry[];
};

export const ACCOUNT = 'DE02120300000000202051';

const tag = (name: string, text: string | undefined) => (text === undefined ? '' : `<${name}>${text}</${name}>`);

/** Writes a camt.053 file with one statement. */
export function camtFile({ version = '08', ...statement }: CamtFile): Buffer {
  return camtDocument(version, camtStatement(version, statement));
}

export function camtDocument(version: string, statements: string, message = '053'): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`);
}

export function camtStatement(version: string, statement: Omit<CamtFile, 'version'>): string {
  const { account = ACCOUNT, number = '7', day = '2026-11-20', toDay = day, currency = 'USD' } = statement;
  const { opening, closing, entries } = statement;
  const id = /^[A-Z]{2}\d{2}/.test(account) ? tag('IBAN', account) : tag('Othr', tag('Id', account));
  return `<Stmt><Id>S-${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb>
    <FrToDt><FrDtTm>${day}T00:00:00</FrDtTm><ToDtTm>${toDay}T23:59:59</ToDtTm></FrToDt>
    <Acct><Id>${id}</Id><Ccy>${currency}</Ccy></Acct>
    ${balance('OPBD', opening, currency, day)}${balance('CLBD', closing, currency, toDay)}
    ${entries.map((entry) => entryOf(version, { day, currency, ...entry })).join('\n')}</Stmt>`;
}

function balance(code: string, amount: string | undefined, currency: string, day: string): string {
  if (amount === undefined) return '';
  const sign = amount.startsWith('-') ? 'DBIT' : 'CRDT';
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt>
    <CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

function entryOf(version: string, entry: Entry & { currency: string; day: string }): string {
  const { amount, out = false, currency, day, valueDay = day, reference, status = 'BOOK' } = entry;
  const { reversal, info, charges, parts } = entry;
  const direction = out ? 'DBIT' : 'CRDT';
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
    ${tag('RvslInd', reversal === undefined ? undefined : String(reversal))}
    <Sts>${version === '02' ? status : tag('Cd', status)}</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${valueDay}</Dt></ValDt>${tag('AcctSvcrRef', reference)}
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>XBCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    ${charges === undefined ? '' : chargesOf(version, charges, currency)}
    <NtryDtls>${parts ? parts.map((part) => partOf(version, direction, currency, part)).join('') : details(version, direction, entry)}</NtryDtls>
    ${tag('AddtlNtryInf', info)}</Ntry>`;
}

function chargesOf(version: string, charges: string, currency: string): string {
  const amount = `<Amt Ccy="${currency}">${charges}</Amt>`;
  return version === '02' ? tag('Chrgs', amount) : tag('Chrgs', tag('Rcrd', amount));
}

function details(version: string, direction: string, entry: Entry & { currency: string }): string {
  const { endToEnd, text, name, account, instructed, currency } = entry;
  const role = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const party = name && (version === '02' ? tag(role, tag('Nm', name)) : tag(role, tag('Pty', tag('Nm', name))));
  const amounts = instructed && `<AmtDtls><InstdAmt><Amt Ccy="${currency}">${instructed}</Amt></InstdAmt></AmtDtls>`;
  return `<TxDtls><Refs>${tag('EndToEndId', endToEnd)}</Refs>${amounts ?? ''}
    <RltdPties>${party ?? ''}${account ? tag(`${role}Acct`, tag('Id', tag('Othr', tag('Id', account)))) : ''}</RltdPties>
    <RmtInf>${[text ?? []]
      .flat()
      .map((each) => tag('Ustrd', each))
      .join('')}</RmtInf></TxDtls>`;
}

function partOf(version: string, direction: string, currency: string, { amount, text, name, reference }: Part): string {
  const role = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const party = version === '02' ? tag('Nm', name) : tag('Pty', tag('Nm', name));
  const stated =
    version === '02'
      ? `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>`
      : `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`;
  return `<TxDtls><Refs>${tag('AcctSvcrRef', reference)}</Refs>${stated}
    <RltdPties>${tag(role, party)}</RltdPties><RmtInf>${tag('Ustrd', text)}</RmtInf></TxDtls>`;
}
