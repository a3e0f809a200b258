import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { statementCalls } from '../../office-calls.ts';
import { statementContract } from '../model/statement-contract.ts';
import { confirmStatement } from './confirming/confirm-statement.ts';
import { type ImportDeps, importStatement } from './import-statement.ts';
import { matchLine, unmatchLine } from './matching/change-matches.ts';
import type { MatchDeps } from './matching/match-case.ts';
import { listLines, showChoices, showLine } from './read-lines.ts';
import { listMappings, listStatements, saveMapping } from './read-statements.ts';

export function statementEndpoints(deps: MatchDeps & Pick<ImportDeps, 'threads'> & { clock: Clock }): Endpoint[] {
  const { pool } = deps;
  const reading = { access: 'admin', permission: 'statements:read' } as const;
  const writing = { ...reading, permission: 'statements:write' } as const;
  return [
    endpoint(statementCalls.import, statementContract.import, {
      ...writing,
      summary: 'Import a bank statement (camt.053, MT940, OFX or a table), or only check it',
      upload: { files: { file: { most: 1 } } },
      handle: async ({ body, files: [file], caller, request }) => {
        if (!file) throw new AppError('malformed', 'no file', { fields: { file: 'is missing' } });
        const { dry_run, leave_out, mapping_id: mappingId = null, mapping = null, sheet = null, same = {} } = body;
        const options = {
          isDryRun: dry_run === 'true',
          leavesOut: leave_out === 'true',
          mappingId,
          mapping,
          sheet,
          same,
        };
        return importStatement(deps, adminOf(caller).id, file, options, originOf(request));
      },
    }),
    endpoint(statementCalls.list, statementContract.list, {
      ...reading,
      summary: 'Imported statements, newest first',
      handle: ({ query, caller, t }) => listStatements(pool, query, { adminId: adminOf(caller).id, t }),
    }),
    endpoint(statementCalls.confirm, statementContract.confirm, {
      ...writing,
      summary: 'Confirm, as a second person, that the bank shows the same as an imported statement',
      handle: ({ params, caller, request, t }) =>
        confirmStatement(pool, params.id, { adminId: adminOf(caller).id, t }, originOf(request)),
    }),
    endpoint(statementCalls.lines, statementContract.lines, {
      ...reading,
      summary: 'Lines of bank statements with suggestions for those that are open',
      handle: ({ query }) => listLines(deps, query),
    }),
    endpoint(statementCalls.line, statementContract.line, {
      ...reading,
      summary: 'A line of a bank statement with what it can be matched to',
      handle: ({ params, query, caller, t }) =>
        showChoices(deps, params.id, { adminId: adminOf(caller).id, t }, query.search),
    }),
    endpoint(statementCalls.match, statementContract.match, {
      ...writing,
      summary: 'Match a line, or a part of it, to an order, or say what else it was',
      handle: async ({ params, body, caller, request }) => {
        const outcome = await matchLine(deps, adminOf(caller).id, params.id, body, originOf(request));
        return { ...(await showLine(deps, params.id)), waits: outcome === 'proposed' };
      },
    }),
    endpoint(statementCalls.unmatch, statementContract.unmatch, {
      ...writing,
      summary: 'Take a match of a line back',
      handle: async ({ params, body, caller, request }) => {
        const outcome = await unmatchLine(deps, adminOf(caller).id, params.id, body, originOf(request));
        return { ...(await showLine(deps, params.id)), waits: outcome === 'proposed' };
      },
    }),
    endpoint(statementCalls.mappings, statementContract.mappings, {
      ...reading,
      summary: 'How the text tables of banks are read',
      handle: () => listMappings(pool),
    }),
    endpoint(statementCalls.saveMapping, statementContract.saveMapping, {
      ...writing,
      summary: 'Save how the text tables of a bank are read',
      handle: ({ body, caller, request }) => saveMapping(pool, adminOf(caller).id, body, originOf(request)),
    }),
  ];
}
