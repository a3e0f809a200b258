import { adminOf, originOf, userOf } from '#lib/server/http/caller.ts';
import { downloadEvidence, type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { threadCalls } from '../../conversations-calls.ts';
import { officeThreadCalls } from '../../office-calls.ts';
import { MAX_FILES } from '../model/thread.ts';
import { officeThreadContract, threadContract } from '../model/thread-contract.ts';
import { blockThread, changeForOffice, recordOpening, reportThread } from './change-thread.ts';
import { readMyThreads, readOfficeThread, readOfficeThreads, readThread } from './read-threads.ts';
import { confirmHeld, startThread, threadAgain } from './start-thread.ts';
import { openFile, openForOffice, openThread } from './thread-rights.ts';
import { type ThreadDeps, writeForOffice, writeMessage } from './write-message.ts';

const UPLOAD = { files: { file: { most: MAX_FILES, messageKey: 'threads.tooManyFiles' } }, alsoJson: true } as const;
const WRITES = { uses: 120, inSeconds: 3_600 };

export function threadEndpoints(deps: ThreadDeps): Endpoint[] {
  const { pool } = deps;
  /** Users by their session, guests by the key of an emailed link. */
  const party = { access: 'optional-auth' } as const;
  return [
    endpoint(threadCalls.start, threadContract.start, {
      ...party,
      summary: 'Ask about a car, or write to the office; guests confirm by email',
      limit: { uses: 20, inSeconds: 3_600, messageKey: 'threads.tooManyToday' },
      slowAbove: { uses: 200, inSeconds: 60 },
      handle: async ({ body, caller, t }) => {
        const { number, held } = await startThread(deps, caller.user, body);
        return { flag: '1' as const, number, held, message: t(held ? 'threads.held' : 'threads.sent') };
      },
    }),
    endpoint(threadCalls.mine, threadContract.mine, {
      access: 'user',
      summary: 'My conversations as buyer or seller, newest first',
      handle: ({ caller, query, t }) => readMyThreads(deps, userOf(caller).id, query, t),
    }),
    endpoint(threadCalls.one, threadContract.one, {
      ...party,
      summary: 'A conversation with its messages; they count as seen',
      handle: async ({ params, query: { token, before = null }, caller, t }) => {
        const { thread, reader } = await openThread(pool, params.number, caller, token);
        return { flag: '1' as const, thread: await readThread(deps, thread, reader, before, t, token) };
      },
    }),
    endpoint(threadCalls.write, threadContract.write, {
      ...party,
      summary: 'Write a message with up to 10 pictures or PDFs',
      limit: WRITES,
      upload: UPLOAD,
      handle: async ({ params: { number }, query: { token }, body, files, caller, t }) => {
        const { thread, reader } = await openThread(pool, number, caller, token);
        await writeMessage(deps, thread, reader, body, files);
        return {
          flag: '1' as const,
          thread: await readThread(deps, await threadAgain(pool, number), reader, null, t, token),
        };
      },
    }),
    endpoint(threadCalls.confirm, threadContract.confirm, {
      ...party,
      summary: 'Send what a guest wrote, with the key from the emailed link',
      limit: WRITES,
      handle: async ({ params: { number }, body: { token }, caller, t }) => {
        const { thread, reader } = await openThread(pool, number, { ...caller, user: null }, token);
        await confirmHeld(deps, thread, reader);
        return {
          flag: '1' as const,
          thread: await readThread(deps, await threadAgain(pool, number), reader, null, t, token),
        };
      },
    }),
    ...(['block', 'unblock'] as const).map((change) =>
      endpoint(threadCalls[change], threadContract[change], {
        ...party,
        summary:
          change === 'block' ? 'End a conversation: the other side can no longer write' : 'Open a conversation again',
        limit: WRITES,
        handle: async ({ params, query, caller, t }) => {
          const { thread, reader } = await openThread(pool, params.number, caller, query.token);
          await blockThread(deps, thread, reader, change);
          return { flag: '1' as const, message: t(`threads.done.${change}`) };
        },
      }),
    ),
    endpoint(threadCalls.report, threadContract.report, {
      ...party,
      summary: 'Report a conversation to the office',
      limit: WRITES,
      handle: async ({ params, query, body, caller, t }) => {
        const { thread, reader } = await openThread(pool, params.number, caller, query.token);
        await reportThread(deps, thread, reader, body);
        return { flag: '1' as const, message: t('threads.done.report') };
      },
    }),
    endpoint(threadCalls.file, threadContract.file, {
      ...party,
      summary: 'A picture or PDF of a message, for the parties of the conversation',
      handle: async ({ params: { number, message, position }, query, caller, reply }) => {
        const { thread } = await openThread(pool, number, caller, query.token);
        const file = await openFile(pool, thread, { message, position });
        return downloadEvidence(reply, `${number}-${message}-${position}`, file);
      },
    }),
  ];
}

export function officeThreadEndpoints(deps: ThreadDeps): Endpoint[] {
  const { pool } = deps;
  const office = { access: 'admin' } as const;
  const find = (number: string) => openForOffice(pool, number);
  return [
    endpoint(officeThreadCalls.list, officeThreadContract.list, {
      ...office,
      permission: 'messages:read',
      summary: 'Conversations that need the office, those assigned to the caller, or all, newest first',
      handle: ({ query, caller, t }) => readOfficeThreads(deps, adminOf(caller).id, query, t),
    }),
    endpoint(officeThreadCalls.one, officeThreadContract.one, {
      ...office,
      permission: 'messages:read',
      summary: 'A conversation of a buyer and a seller; the audit log records who opened it',
      handle: async ({ params, query: { before = null }, caller, request, t }) => {
        const thread = await find(params.number);
        if (before === null) await recordOpening(deps, thread, adminOf(caller).id, originOf(request));
        return { flag: '1' as const, thread: await readOfficeThread(deps, thread, adminOf(caller).id, before, t) };
      },
    }),
    endpoint(officeThreadCalls.write, officeThreadContract.write, {
      ...office,
      permission: 'messages:write',
      summary: 'Write in a conversation for the office',
      upload: UPLOAD,
      handle: async ({ params: { number }, body, files, caller, t }) => {
        const { id: adminId } = adminOf(caller);
        await writeForOffice(deps, await find(number), adminId, body, files);
        return { flag: '1' as const, thread: await readOfficeThread(deps, await find(number), adminId, null, t) };
      },
    }),
    endpoint(officeThreadCalls.change, officeThreadContract.change, {
      ...office,
      permission: 'messages:write',
      summary: 'Take a conversation on, release it, settle what it needs, end it or open it again',
      handle: async ({ params, body: { to }, caller, request, t }) => {
        await changeForOffice(deps, await find(params.number), adminOf(caller).id, to, originOf(request));
        return { flag: '1' as const, message: t(`threads.changed.${to}`) };
      },
    }),
    endpoint(officeThreadCalls.file, officeThreadContract.file, {
      ...office,
      permission: 'messages:read',
      summary: 'A picture or PDF of a message, for the office',
      handle: async ({ params: { number, message, position }, reply }) => {
        const file = await openFile(pool, await find(number), { message, position });
        return downloadEvidence(reply, `${number}-${message}-${position}`, file);
      },
    }),
  ];
}
