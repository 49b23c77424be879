import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { generate, install, run, temporaryDirectory } from '../support/generated.ts';

const shop = (access: string) => `
service: { name: shop }
resources:
  order:
    fields: { tenantId: { type: string, required: true }, note: { type: text } }
    examples: [{ tenantId: acme }, { tenantId: beta }]
authentication:
  mechanisms: [api-key, jwt, basic]
  jwt: { issuer: https://id.shop.example, audience: shop }
${access}
`;

const access = `
  roles: [reader, writer]
  rules:
    - { resource: order, field: tenantId, claim: tenant }
  allow:
    order: { read: [reader, writer], create: [writer, 'scope:orders:write'] }
`;

type Command = (...args: readonly string[]) => {
  readonly status: number | null;
  readonly said: string;
};

function commandsOf(directory: string): Readonly<Record<'key' | 'token', Command>> {
  const command =
    (script: string, environment: NodeJS.ProcessEnv): Command =>
    (...args) => {
      const { status, stdout, stderr } = run(
        directory,
        process.execPath,
        [`scripts/${script}.ts`, ...args],
        environment,
      );
      return { status, said: stdout + stderr };
    };
  return {
    key: command('key', { DATABASE_URL: 'sqlite:data/keys.db' }),
    token: command('token', { JWT_KEY_FILE: 'data/jwt-key' }),
  };
}

async function made(specification: string, name: string): Promise<string> {
  const directory = join(temporaryDirectory(), name);
  await generate(specification, directory);
  install(directory);
  mkdirSync(join(directory, 'data'));
  return directory;
}

describe('credentials that are made on the command line', () => {
  let directory: string;
  let key: Command;
  let token: Command;

  before(async () => {
    directory = await made(shop(access), 'with-roles');
    ({ key, token } = commandsOf(directory));
    run(directory, process.execPath, ['scripts/token.ts', '--make-key', 'data/jwt-key'], {});
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  test('a key and a user are given roles, claims and scopes, and the lists show them', () => {
    const granted = ['--role', 'writer', '--claim', 'tenant=a', '--claim', 'tenant=b'];
    assert.equal(key('make', 'partner', ...granted, '--scope', 'orders:write').status, 0);
    assert.equal(key('make', 'plain').status, 0);
    const [first = '', second = ''] = key('list').said.split('\n');
    assert.ok(
      first.endsWith('\troles writer\tclaims tenant=a tenant=b\tscopes orders:write'),
      first,
    );
    assert.ok(second.endsWith('\texpires never'), second);
    assert.equal(key('user', 'make', 'ada', '--role', 'reader', '--claim', 'tenant=c=d').status, 0);
    assert.match(key('user', 'list').said, /^ada\t.*\troles reader\tclaims tenant=c=d\n$/);
  });

  test('a token says the same', () => {
    const { said } = token('--role', 'writer', '--claim', 'tenant=a', '--claim', 'tenant=b');
    const claims: unknown = JSON.parse(
      Buffer.from(said.split('.')[1] ?? '', 'base64url').toString(),
    );
    const { roles, tenant } = claims as Readonly<Record<string, unknown>>;
    assert.deepEqual({ roles, tenant }, { roles: ['writer'], tenant: ['a', 'b'] });
  });

  test('what means nothing to the service is refused in one sentence', () => {
    for (const [args, expected] of [
      [['--role', 'writter'], 'There is no role "writter": the roles are reader, writer.'],
      [['--role', ''], 'There is no role "": the roles are reader, writer.'],
      [['--claim', 'tenant'], '"tenant" is no claim: write tenant=VALUE.'],
      [['--claim', 'tenant='], '"tenant=" is no claim: write tenant=VALUE.'],
      [['--claim', '=a'], '"=a" is no claim: write tenant=VALUE.'],
      [['--claim', 'sub=a'], 'No rule asks for the claim "sub": the claims are tenant.'],
      [['--scope', 'a b'], '"a b" is no scope.'],
    ] as const) {
      assert.deepEqual(key('make', 'x', ...args), { status: 1, said: `${expected}\n` });
    }
    assert.equal(key('user', 'make', 'x', '--claim', 'tenant').status, 1);
    assert.equal(
      token('--role', 'x').said,
      'There is no role "x": the roles are reader, writer.\n',
    );
    assert.equal(token('--claim', 'x').said, '"x" is no claim: write NAME=VALUE.\n');
    assert.doesNotMatch(key('list').said + key('user', 'list').said, /^x\t/m);
  });

  test('the first key may do everything', async () => {
    const module = join(directory, 'src/authentication/first-credential.ts');
    const script = `
      const { greet } = await import(${JSON.stringify(module)});
      const { apiKeyStore } = await import(${JSON.stringify(join(directory, 'src/runtime/authentication/api-key-store.ts'))});
      const { openDatabase } = await import(${JSON.stringify(join(directory, 'src/runtime/storage/database.ts'))});
      const { migrate } = await import(${JSON.stringify(join(directory, 'src/runtime/storage/migrations/index.ts'))});
      const { migrations } = await import(${JSON.stringify(join(directory, 'src/storage/migrations.ts'))});
      const database = await openDatabase('sqlite:data/first.db');
      await migrate(database, migrations);
      await greet(database, 'on', new Date());
      const [{ roles, scopes, claims }] = await apiKeyStore(database, 'shop', () => '').list();
      process.stdout.write(JSON.stringify({ roles, scopes, claims }) + '\\n');
      await database.close();
    `;
    const { stdout, stderr } = run(directory, process.execPath, [
      '--input-type=module',
      '--eval',
      script,
    ]);
    const [, , granted = stderr] = stdout.split('\n');
    assert.deepEqual(JSON.parse(granted), {
      roles: ['reader', 'writer'],
      scopes: ['orders:write'],
      claims: { tenant: ['acme', 'beta'] },
    });
  });
});

describe('the first credential', () => {
  let directory: string;

  before(async () => {
    directory = await made(
      '\nservice: { name: desk }\nresources: { order: { fields: { note: { type: text } } } }\n',
      'first-credential',
    );
  });
  after(() => {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  });

  const main = [process.execPath, 'src/main.ts'] as const;
  /** What a start says until the service listens. */
  async function startSays(
    environment: NodeJS.ProcessEnv,
    [program, ...args]: readonly [string, ...string[]] = main,
  ): Promise<string> {
    const child = spawn(program, args, {
      cwd: directory,
      env: { ...process.env, PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    for await (const line of createInterface(child.stdout)) {
      said += `${line.trim()}\n`;
      if (line.includes('Listening on')) break;
    }
    child.kill('SIGTERM');
    await once(child, 'exit');
    return said;
  }

  const key = /^desk_live_/m;
  const hint = /^There are no credentials yet: "npm run key -- make NAME" makes one/;

  test('is in no log, unless a start is asked for it', async () => {
    const DATABASE_URL = 'sqlite:data/logged.db';
    for (const environment of [{}, { NODE_ENV: 'production' }, { FIRST_CREDENTIAL: 'off' }]) {
      const said = await startSays({ DATABASE_URL, ...environment });
      assert.match(said, hint);
      assert.doesNotMatch(said, key);
    }
    assert.match(await startSays({ DATABASE_URL, FIRST_CREDENTIAL: 'on' }), key);
    const again = await startSays({ DATABASE_URL, FIRST_CREDENTIAL: 'on' });
    assert.match(again, /^Listening on /);
    assert.match(await startSays({ DATABASE_URL }), /^Listening on /);
  });

  const terminal = ['script', '-qfec', `exec ${main.join(' ')}`, '/dev/null'] as const;
  const skip = spawnSync('script', ['--version']).status !== 0 && 'script is not installed';

  test('is shown on a terminal, unless a start is asked not to', { skip }, async () => {
    const DATABASE_URL = 'sqlite:data/shown.db';
    const off = await startSays({ DATABASE_URL, FIRST_CREDENTIAL: 'off' }, terminal);
    assert.match(off, hint);
    assert.match(await startSays({ DATABASE_URL }, terminal), key);
  });
});

test('a service without roles and rules has no options for them', async () => {
  const directory = await made(shop(''), 'without-roles');
  const { key } = commandsOf(directory);
  try {
    const { said } = key();
    assert.doesNotMatch(said, /role|claim/);
    assert.match(said, /--scope/);
    for (const option of ['--role', '--claim']) {
      const refused = key('make', 'x', option, 'a=b');
      assert.equal(refused.status, 1);
      assert.match(refused.said, new RegExp(`Unknown option '${option}'`));
    }
    assert.equal(key('make', 'x', '--scope', 'a').status, 0);
    assert.ok(key('list').said.endsWith('\tscopes a\n'));
  } finally {
    rmSync(join(directory, '..'), { recursive: true, force: true });
  }
});
