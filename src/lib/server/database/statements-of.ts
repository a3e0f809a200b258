/** Comments, strings, quoted names and bodies of functions, in which a semicolon ends nothing. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"/g;

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
