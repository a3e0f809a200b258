import { expect, test } from 'vitest';
import { ApiClient, type ApiTransport } from '#lib/api-client/api-client.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { userActions } from './user-actions.ts';

const url = new URL('http://localhost/UserManagement');
const CHEN = { id: '7', name: 'Chen Wei', email: 'chen@sellers.example', mobile: '+8613800138000', version: '1' };
const answer = (body: object, status = 200): ApiTransport => {
  return async () => ({ status, text: async () => JSON.stringify(body) });
};
const unreachable: ApiTransport = () => Promise.reject(new TypeError('Failed to fetch'));
const outcomeOf = async (action: string, send: ApiTransport, values: Record<string, string> = CHEN) =>
  await userActions[action]?.({ api: new ApiClient(send), t: english, url, params: {}, values });

test.each(['id', 'name', 'email', 'mobile'])('rejects a user without %s before sending', async (field) => {
  const unsent: ApiTransport = () => expect.unreachable();
  const outcome = await outcomeOf('edit', unsent, { ...CHEN, [field]: ' ' });
  expect(outcome).toEqual({ done: false, message: 'All fields are required.' });
});

test.each([
  ['edit', 'done', answer({ flag: '1' }), 'User updated successfully!'],
  ['edit', 'refused', answer({ flag: '0', message: 'This address is taken.' }), 'This address is taken.'],
  ['edit', 'refused without a word', answer({ flag: '0' }), 'Error updating user.'],
  ['edit', 'broken', answer({ message: 'Inside' }, 500), 'An error occurred while updating the user.'],
  ['edit', 'unreached', unreachable, 'An error occurred while updating the user.'],
  ['delete', 'done', answer({ flag: '1', message: 'User deleted successfully!' }), 'User deleted successfully!'],
  ['delete', 'refused', answer({ flag: '0', message: 'A booking is running.' }), 'A booking is running.'],
  ['delete', 'refused without a word', answer({ flag: '0' }), 'Error deleting user.'],
  ['delete', 'broken', answer({ message: 'Inside' }, 503), 'An error occurred while deleting the user.'],
  ['delete', 'unreached', unreachable, 'An error occurred while deleting the user.'],
])('%s of a user, %s: shows the specified message', async (action, result, send, message) => {
  expect(await outcomeOf(action, send)).toMatchObject({ done: result === 'done', message });
});
