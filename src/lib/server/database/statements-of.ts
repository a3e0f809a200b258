/** Comments, strings, quoted names and bodies of functions, in which a semicolon ends nothing. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"/g;

/** Splits SQL into its statements as they are written. */
export function splitStatements(sql: string): string[] {
  // Keeps the length, so that positions are those of the text.
  const bare = sql.replace(QUOTED, (text) => '-'.repeat(text.length));
  const ends = [...bare.matchAll(/;|$(?![\s\S])/g)].map(({ index }) => index);
  const parts = ends.map((end, at) => ({ from: at === 0 ? 0 : ends[at - 1]! + 1, end }));
  return parts
    .filter(({ from, end }) => /[^\s-]/.test(bare.slice(from, end)))
    .map(({ from, end }) => sql.slice(from, end));
}

/**
 * Splits SQL into its statements: lower case, on one line, without comments and with `''` in place of each string or function body. For
 * reading only.
 */
export function statementsOf(sql: string): string[] {
  const bare = sql.replace(QUOTED, (text) => (text.startsWith('--') || text.startsWith('/*') ? ' ' : "''"));
  return bare
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');
}
