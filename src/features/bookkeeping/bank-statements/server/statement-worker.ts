/** The worker thread that statement-threads.ts starts to read files of banks. */
import { handleJobs } from '#lib/server/jobs/worker-pool.ts';
import type { StatementMapping } from '../model/statement-mapping.ts';
import { type Refusal, RefusedFile } from './decode-file.ts';
import { type FileOrPreview, readStatementFile } from './read-statement-file.ts';
import type { SheetChoice } from './table/preview-table.ts';

export type StatementJob = { content: Uint8Array; mapping: StatementMapping | null; sheet: SheetChoice };
export type StatementJobResult = { file: FileOrPreview } | { refusal: Refusal };

handleJobs(async ({ content, mapping, sheet }: StatementJob): Promise<StatementJobResult> => {
  const { buffer, byteOffset, byteLength } = content;
  try {
    return { file: readStatementFile(Buffer.from(buffer, byteOffset, byteLength), mapping, sheet) };
  } catch (error) {
    if (error instanceof RefusedFile) return { refusal: error.refusal };
    throw error;
  }
});
