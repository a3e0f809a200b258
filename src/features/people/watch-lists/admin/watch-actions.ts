import { actionByForm } from '#lib/pages/form-action.ts';
import type { Load } from '#lib/pages/loader.ts';
import { watchCalls } from '../../office-calls.ts';
import type { WatchListsResponse } from '../model/watch-contract.ts';

export const loadWatchLists: Load<WatchListsResponse> = ({ api }) => api.call(watchCalls.list);

export const watchActions = actionByForm({
  add: async ({ api, t, values }) => {
    const { kind = '', name = '', aliases = '', id_number = '', country = '', reason = '' } = values;
    const body = { kind: kind === 'destination' ? kind : 'party', name, aliases, id_number, country, reason } as const;
    await api.call(watchCalls.add, { body });
    return { done: true, message: t('admin.watch.added') };
  },
  csv: async ({ api, t, values: { csv = '' } }) => {
    const { added } = await api.call(watchCalls.importCsv, { body: { csv } });
    return { done: true, message: t('admin.watch.imported', { count: added }) };
  },
  remove: async ({ api, t, values: { id = '' } }) => {
    await api.call(watchCalls.remove, { params: { id } });
    return { done: true, message: t('admin.watch.removed') };
  },
  clear: async ({ api, t, values: { id = '', reason = '' } }) => {
    await api.call(watchCalls.clear, { params: { id }, body: { reason } });
    return { done: true, message: t('admin.watch.cleared') };
  },
});
