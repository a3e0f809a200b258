import type pg from 'pg';
import { toOutcomeResponse } from '#features/people/server/api.ts';
import { adminOf, originOf } from '#lib/server/http/caller.ts';
import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { bankAccountCalls, operatorCalls } from '../../office-calls.ts';
import { bankAccountContract, operatorContract } from '../model/operator-contract.ts';
import { addForeignAccount, cancelBankAccount, listBankAccounts, proposeBankAccount } from './bank-accounts.ts';
import { readOperator, saveOperator } from './operator.ts';

export function operatorEndpoints({ pool }: { pool: pg.Pool }): Endpoint[] {
  return [
    endpoint(operatorCalls.read, operatorContract.read, {
      summary: 'Get the company that operates the site',
      access: 'anyone',
      cache: 'while-stock-unchanged',
      readCost: 1,
      handle: () => readOperator(pool),
    }),
    endpoint(operatorCalls.save, operatorContract.save, {
      summary: 'Change the company that operates the site',
      access: 'admin',
      permission: 'operator:write',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await saveOperator(pool, adminOf(caller), body, originOf(request)), t),
    }),
  ];
}

export function bankAccountEndpoints(deps: { pool: pg.Pool; siteOrigin: string }): Endpoint[] {
  const office = { access: 'admin' } as const;
  return [
    endpoint(bankAccountCalls.list, bankAccountContract.list, {
      ...office,
      permission: 'bank:read',
      summary: 'List the versions of the bank account, and what invoices still need',
      handle: () => listBankAccounts(deps.pool),
    }),
    endpoint(bankAccountCalls.propose, bankAccountContract.propose, {
      ...office,
      permission: 'bank:write',
      summary: 'Propose another bank account; the first one takes effect at once',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await proposeBankAccount(deps, adminOf(caller), body, originOf(request)), t),
    }),
    endpoint(bankAccountCalls.addForeign, bankAccountContract.addForeign, {
      ...office,
      permission: 'bank:write',
      summary: 'Add a bank account in another currency, so that its statements can be imported',
      handle: async ({ body, caller, request, t }) =>
        toOutcomeResponse(await addForeignAccount(deps.pool, adminOf(caller), body, originOf(request)), t),
    }),
    endpoint(bankAccountCalls.cancel, bankAccountContract.cancel, {
      ...office,
      permission: 'bank:write',
      summary: 'Cancel an approved bank account before it takes effect',
      handle: async ({ params, caller, request, t }) =>
        toOutcomeResponse(await cancelBankAccount(deps.pool, adminOf(caller), params.version, originOf(request)), t),
    }),
  ];
}
