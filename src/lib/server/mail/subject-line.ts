/** The column `mail_outbox.subject` takes no more. */
const MAX_LENGTH = 300;
/** Two line feeds in a header would begin the next header, or the text of the mail. */
const NOT_IN_HEADERS = /[\p{Cc}\u2028\u2029]+/gu;

/** Makes one line of at most 300 characters of a subject. A name in it must never stop the change that the mail reports. */
export function subjectLine(subject: string): string {
  const line = subject.toWellFormed().replace(NOT_IN_HEADERS, ' ').trim();
  if (line.length <= MAX_LENGTH) return line;
  return `${line
    .slice(0, MAX_LENGTH - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}
