import { basicUsers } from '../../../../src/runtime/authentication/basic-users.ts';
import { toColumns } from '../../../../src/runtime/authentication/granted.ts';
import { newPassword } from '../../../../src/runtime/authentication/password.ts';
import { compile, parameter, queryBuilder } from '../../../../src/runtime/storage/statement.ts';
import type { CredentialContext, CredentialMaker } from './credential-maker.ts';

/** Names and passwords. A name has one password, which ends as was said first, and is granted what was said last. */
export function basicCredentials<Tables>({
  database,
  newId,
  clock,
}: CredentialContext<Tables>): CredentialMaker {
  const passwords = new Map<string, string>();
  const grant = compile(
    queryBuilder(database.engine)
      .updateTable('basic_users')
      .set({
        roles: parameter('roles'),
        scopes: parameter('scopes'),
        claims: parameter('claims'),
      })
      .where('name', '=', parameter('name')),
  );

  return async (name, granted, expiresAt) => {
    const known = passwords.get(name);
    const password = known ?? newPassword();
    passwords.set(name, password);
    if (known === undefined) {
      const end = expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() };
      await basicUsers(database, newId).make({ name, password, now: clock(), ...end, ...granted });
    } else {
      await database.transaction((transaction) =>
        grant(transaction, { name, ...toColumns(granted) }),
      );
    }
    return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
  };
}
