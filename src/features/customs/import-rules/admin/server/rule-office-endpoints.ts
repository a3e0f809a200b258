import {
  answerMistake,
  closeMistake,
  listMistakes,
  reportMistake,
} from '#features/customs/import-rules/server/mistakes.ts';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import type { Clock } from '#lib/clock.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { download, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { mistakeCalls } from '../../../customs-calls.ts';
import { ruleOfficeCalls as calls } from '../../../office-calls.ts';
import { ruleOfficeContract as contract, mistakeContract } from '../../model/rule-office-contract.ts';
import { todayOf } from '../../server/import-endpoints.ts';
import { listDrafts, listRows, readRow } from './list-rows.ts';
import { type PublicCars, previewDrafts, proposePublication } from './publish-drafts.ts';
import { confirmRows, listRechecks } from './recheck-rows.ts';
import { exportCsv, importCsv } from './rule-csv.ts';
import { addDraft, dropDraft, editDraft, type OfficeDeps } from './save-draft.ts';

/** `office`: where people reply to an answer. */
type Deps = OfficeDeps & { clock: Clock; publicCars: PublicCars; office: string };

export function ruleOfficeEndpoints(deps: Deps): Endpoint[] {
  const read = { access: 'admin', permission: 'rules:read' } as const;
  const write = { access: 'admin', permission: 'rules:write' } as const;
  const { clock } = deps;
  return [
    endpoint(calls.rows, contract.rows, {
      ...read,
      summary: 'List the published rows of the import rules',
      handle: async ({ query }) => listRows(deps, query, todayOf(clock)),
    }),
    endpoint(calls.row, contract.row, {
      ...read,
      summary: 'A row of the import rules with its history, or the columns of a list',
      handle: async ({ query }) => readRow(deps, query, todayOf(clock)),
    }),
    endpoint(calls.drafts, contract.drafts, {
      ...read,
      summary: 'List the drafts of the import rules with what they change',
      handle: async () => ({ items: await listDrafts(deps) }),
    }),
    endpoint(calls.addDraft, contract.addDraft, {
      ...write,
      summary: 'Save a draft: a new row, or a correction of a published one',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await addDraft(deps, adminOf(caller), body, originOf(request)), t),
    }),
    endpoint(calls.editDraft, contract.editDraft, {
      ...write,
      summary: 'Change a draft',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(await editDraft(deps, adminOf(caller), { ...params, ...body }, originOf(request)), t),
    }),
    endpoint(calls.dropDraft, contract.dropDraft, {
      ...write,
      summary: 'Delete a draft',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await dropDraft(deps, adminOf(caller), params.id, originOf(request)), t),
    }),
    endpoint(calls.preview, contract.preview, {
      ...read,
      summary: 'How many cars get another light by the publication of drafts',
      handle: async ({ query }) => ({ effects: await previewDrafts(deps, query.drafts) }),
    }),
    endpoint(calls.propose, contract.propose, {
      ...write,
      summary: 'Propose to publish drafts; a second person has to approve it',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await proposePublication(deps, adminOf(caller), body, originOf(request)), t),
    }),
    endpoint(calls.exportCsv, contract.exportCsv, {
      ...read,
      summary: 'The published rows of a list as CSV',
      handle: async ({ query, reply }) =>
        download(reply, `${query.list}.csv`, 'text/csv; charset=utf-8', await exportCsv(deps, query)),
    }),
    endpoint(calls.importCsv, contract.importCsv, {
      ...write,
      summary: 'Make drafts of the lines of a CSV file that differ from the published rows',
      handle: async ({ body, caller, request, t }) => importCsv(deps, adminOf(caller), body, originOf(request), t),
    }),
    endpoint(calls.mistakes, contract.mistakes, {
      ...read,
      summary: 'List mistakes in the import rules that visitors reported, open ones first',
      handle: async () => ({ items: await listMistakes(deps) }),
    }),
    endpoint(calls.rechecks, contract.rechecks, {
      ...read,
      summary: 'The rules and charges to check again, by their age and the traffic of their country',
      handle: async () => ({ items: await listRechecks(deps, todayOf(clock)) }),
    }),
    endpoint(calls.confirm, contract.confirm, {
      ...write,
      summary: 'Propose rows with today as the day of their last check; a second person has to approve it',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await confirmRows(deps, adminOf(caller), body.rows, originOf(request), t), t),
    }),
    endpoint(calls.answerMistake, contract.answerMistake, {
      ...write,
      summary: 'Answer a reported mistake by email',
      handle: async ({ params, body, caller, request, t }) =>
        toOutcomeResponse(
          await answerMistake(deps, adminOf(caller), { id: params.id, text: body.text }, originOf(request)),
          t,
        ),
    }),
    endpoint(calls.closeMistake, contract.closeMistake, {
      ...write,
      summary: 'Mark a reported mistake as done, or open it again',
      handle: async ({ params, body, caller, t }) =>
        toOutcomeResponse(await closeMistake(deps, adminOf(caller), params.id, body.done === 'yes'), t),
    }),
    endpoint(mistakeCalls.report, mistakeContract.report, {
      summary: 'Report a mistake in the import rules of a country',
      access: 'anyone',
      limit: { uses: 10, inSeconds: 3_600 },
      slowAbove: { uses: 100, inSeconds: 60 },
      handle: async ({ body, t }) => toOutcomeResponse(await reportMistake(deps, body), t),
    }),
  ];
}
