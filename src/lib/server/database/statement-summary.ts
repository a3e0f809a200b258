/** `from` that no table follows, such as in `extract(epoch from …)`. */
const NO_TABLE = /\bextract\s*\(\s*\w+\s+from\b|\bdistinct\s+from\b/gi;
const TABLE = /\b(?:into\s+([a-z_]\w*)|(?:from|update|join)\s+(?:only\s+)?([a-z_]\w*)\b(?!\s*\())/gi;
/** Names that the statement itself gives to its parts. */
const PART = /\b([a-z_]\w*)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const CHANGE = /\b(insert|update|delete)\s/i;
const MAX_KEPT = 2_000;

export type StatementSummary = { operation: string; table?: string };

const kept = new Map<string, StatementSummary>();

/** Names what a statement does and the first table in it. Contains no values. */
export function summaryOf(text: string): StatementSummary {
  const known = kept.get(text);
  if (known) return known;
  const summary = summarize(text);
  if (kept.size < MAX_KEPT) kept.set(text, summary);
  return summary;
}

function summarize(text: string): StatementSummary {
  const [first = 'unknown'] = /[a-z]+/i.exec(text) ?? [];
  const word = first.toLowerCase();
  const operation = word === 'with' ? (CHANGE.exec(text)?.[1]?.toLowerCase() ?? 'select') : word;
  const parts = new Set([...text.matchAll(PART)].map(([, name]) => name));
  const named = [...text.replace(NO_TABLE, '').matchAll(TABLE)].map(([, changed, read]) => changed ?? read);
  const table = named.find((name) => !parts.has(name))?.toLowerCase();
  return { operation, ...(table && { table }) };
}
