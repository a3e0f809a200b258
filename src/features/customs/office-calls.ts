import { callsOf } from '#lib/api-client/api-call.ts';
import type { ruleOfficeContract } from './import-rules/model/rule-office-contract.ts';

export const ruleOfficeCalls = callsOf<typeof ruleOfficeContract>({
  rows: 'GET /api/admin/import-rules',
  row: 'GET /api/admin/import-rules/row',
  drafts: 'GET /api/admin/import-rules/drafts',
  addDraft: 'POST /api/admin/import-rules/drafts',
  editDraft: 'PUT /api/admin/import-rules/drafts/:id',
  dropDraft: 'DELETE /api/admin/import-rules/drafts/:id',
  preview: 'GET /api/admin/import-rules/preview',
  propose: 'POST /api/admin/import-rules/publications',
  exportCsv: 'GET /api/admin/import-rules/csv',
  importCsv: 'POST /api/admin/import-rules/csv',
  mistakes: 'GET /api/admin/import-mistakes',
  rechecks: 'GET /api/admin/import-rules/rechecks',
  confirm: 'POST /api/admin/import-rules/confirmations',
  answerMistake: 'POST /api/admin/import-mistakes/:id/answer',
  closeMistake: 'POST /api/admin/import-mistakes/:id',
});
