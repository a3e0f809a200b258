import type { Load } from '#lib/pages/loader.ts';
import { systemStatusCalls } from '../../office-calls.ts';
import type { SystemStatus } from '../model/system-status-contract.ts';

export const loadSystemStatus: Load<SystemStatus> = ({ api }) => api.call(systemStatusCalls.show);
