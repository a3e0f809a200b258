import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { ROLES, type Role } from '#features/people/sessions/model/roles.ts';
import { addPerson, endWaitOf, resetPerson } from '#features/people/staff/server/operator-people.ts';
import { findPeople } from '#features/people/staff/server/people-store.ts';
import { ConfigError } from '#lib/config-error.ts';
import { isEmailAddress } from '#lib/email-address.ts';

type AdminRequest =
  | { command: 'list' }
  | { command: 'add'; email: string; name: string; role: Role }
  | { command: 'reset' | 'end-wait'; email: string };

const USAGE = `Usage:
  npm run admin -- list
  npm run admin -- add EMAIL [--name NAME] [--role ${ROLES.join('|')}]
  npm run admin -- reset EMAIL
  npm run admin -- end-wait EMAIL`;

/** Throws a `ConfigError` with the usage if the arguments are wrong. */
export function readAdminArguments(args: string[]): AdminRequest {
  const { values, positionals } = parse(args);
  const [command, email = '', ...rest] = positionals;
  if (command === 'list' && positionals.length === 1) return { command };
  if (rest.length > 0 || !isEmailAddress(email)) throw new ConfigError(USAGE);
  if (command === 'reset' || command === 'end-wait') return { command, email };
  if (command !== 'add') throw new ConfigError(USAGE);
  const role = ROLES.find((each) => each === (values.role ?? 'administrator'));
  if (!role) throw new ConfigError(USAGE);
  return { command, email, role, name: values.name?.trim().slice(0, 120) || email.replace(/@.*/, '') };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { name: { type: 'string' }, role: { type: 'string' } },
    });
  } catch {
    throw new ConfigError(USAGE);
  }
}

/** Prints a generated password once; it is stored nowhere. */
export async function runAdmin(
  deps: { pool: pg.Pool; hasher: PasswordHasher },
  request: AdminRequest,
  print: (line: string) => void,
): Promise<void> {
  if (request.command === 'list') {
    for (const { email, role, state, secondFactor } of await findPeople(deps.pool))
      print(`${email}  ${role}  ${state}  two-factor ${secondFactor ? 'on' : 'off'}`);
    return;
  }
  const { email } = request;
  if (request.command === 'end-wait') {
    if (!(await endWaitOf(deps, email))) throw new ConfigError(`Nobody has ${email}.`);
    print(`${email} may propose and approve changes from now on.`);
    return;
  }
  const password = await (request.command === 'add' ? addPerson(deps, request) : resetPerson(deps, email));
  if (password === null)
    throw new ConfigError(request.command === 'add' ? `${email} is already in use.` : `Nobody has ${email}.`);
  print(`Login for the back office: ${email}  ${password}`);
  print('This password is shown only once. The next login asks to turn on two-factor authentication.');
  print(
    `The person may propose and approve changes after 72 hours. To end this wait: npm run admin -- end-wait ${email}`,
  );
}
