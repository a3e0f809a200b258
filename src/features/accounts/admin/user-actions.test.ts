import '#generated/words/all-areas.ts';
import { expect, test } from 'vitest';
import { ApiClient, type ApiTransport } from '#lib/api-client/api-client.ts';
import { userActions } from './user-actions.ts';

const url = new URL('http://localhost/UserManagement');
const CHEN = { id: '7', name: 'Chen Wei', email: 'chen@sellers.example', mobile: '+8613800138000', version: '1' };
const answer = (body: object, status = 200): ApiTransport => {
  return async () => ({ status, text: async () => JSON.stringify(body) });
};
const dead: ApiTransport = () => Promise.reject(new TypeError('Failed to fetch'));
const saidBy = async (act: string, send: ApiTransport, values: Record<string, string> = CHEN) =>
  await userActions[act]?.({ api: new ApiClient(send), url, params: {}, values });

test.each(['id', 'name', 'email', 'mobile'])('a user without %s is not sent', async (field) => {
  const unsent: ApiTransport = () => expect.unreachable();
  const said = await saidBy('edit', unsent, { ...CHEN, [field]: ' ' });
  expect(said).toEqual({ done: false, say: 'All fields are required.' });
});

test.each([
  ['edit', 'done', answer({ flag: '1' }), 'User updated successfully!'],
  ['edit', 'refused', answer({ flag: '0', message: 'This address is taken.' }), 'This address is taken.'],
  ['edit', 'refused without a word', answer({ flag: '0' }), 'Error updating user.'],
  ['edit', 'broken', answer({ message: 'Inside' }, 500), 'An error occurred while updating the user.'],
  ['edit', 'unreached', dead, 'An error occurred while updating the user.'],
  ['delete', 'done', answer({ flag: '1', message: 'User deleted successfully!' }), 'User deleted successfully!'],
  ['delete', 'refused', answer({ flag: '0', message: 'A booking is running.' }), 'A booking is running.'],
  ['delete', 'refused without a word', answer({ flag: '0' }), 'Error deleting user.'],
  ['delete', 'broken', answer({ message: 'Inside' }, 503), 'An error occurred while deleting the user.'],
  ['delete', 'unreached', dead, 'An error occurred while deleting the user.'],
])('%s of a user, %s, is told in the words of the specs', async (act, how, send, say) => {
  expect(await saidBy(act, send)).toMatchObject({ done: how === 'done', say });
});
