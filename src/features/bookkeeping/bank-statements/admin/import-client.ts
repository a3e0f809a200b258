import { isApiFailure } from '#lib/api-client/api-client.ts';
import { sendForm } from '#lib/api-client/file-transfer.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { statementCalls } from '../../office-calls.ts';
import type { ImportResponse } from '../model/statement-contract.ts';
import type { StatementMapping } from '../model/statement-mapping.ts';

export type ImportOptions = {
  isDryRun: boolean;
  leavesOut?: boolean;
  mapping?: StatementMapping | null;
  mappingId?: number | null;
};
export type ImportAnswer = { done: ImportResponse } | { refused: string };

/** Sends a statement to be checked or imported. Returns the sentence with which it is refused. */
export async function sendStatement(
  t: Translator,
  file: File,
  { isDryRun, leavesOut = false, mapping = null, mappingId = null }: ImportOptions,
): Promise<ImportAnswer> {
  const form = new FormData();
  form.append('dry_run', String(isDryRun));
  form.append('leave_out', String(leavesOut));
  if (mapping) form.append('mapping', JSON.stringify(mapping));
  else if (mappingId !== null) form.append('mapping_id', String(mappingId));
  form.append('file', file);
  try {
    return { done: await sendForm(statementCalls.import, form) };
  } catch (error) {
    if (!isApiFailure(error)) return { refused: t('ui.unreachable') };
    const problems = Object.values(error.fields);
    return { refused: [error.message, ...problems].join(' ') };
  }
}
