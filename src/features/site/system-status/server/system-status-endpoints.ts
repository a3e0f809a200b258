import { type Endpoint, endpoint } from '#lib/server/http/endpoint.ts';
import { systemStatusCalls } from '../../office-calls.ts';
import { systemStatusContract } from '../model/system-status-contract.ts';
import { readSystemStatus, type SystemDeps } from './read-system-status.ts';

export function systemStatusEndpoints(deps: SystemDeps): Endpoint[] {
  return [
    endpoint(systemStatusCalls.show, systemStatusContract.show, {
      access: 'admin',
      permission: 'system:read',
      summary: 'Processes, background jobs, queues, backups, versions and storage',
      handle: () => readSystemStatus(deps),
    }),
  ];
}
