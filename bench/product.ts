import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { type LaunchedStack, launchStack } from '@diorama/stack/test/launch-stack.ts';

/** A signed-in user. */
export type Person = {
  email: string;
  token: string;
  /** Iri of the person's workspace. */
  account: string;
  /** Asks the API. @throws Error unless the answer is a success. */
  api(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Record<string, unknown>>;
};

/**
 * The running product with a signed-in user. `await using` stops it at the end of the block, also after
 * an error.
 */
export type Product = AsyncDisposable &
  Person & {
    stack: LaunchedStack;
    /** Connects with the first statement. */
    db: Knex;
  };

/** The first seconds after a start belong to warming up: pictures of the demo, the browser, caches. */
const SETTLE_MS = 10_000;

/**
 * Starts the product, lets it settle, and signs a user up. There are no rate limits unless `env` sets them.
 */
export async function openProduct(env: NodeJS.ProcessEnv = {}): Promise<Product> {
  const stack = await launchStack({ env: { RATE_LIMIT_FACTOR: '0', DIORAMA_DEMO: '0', ...env } });
  await using failing = new AsyncDisposableStack();
  failing.defer(() => stack.dispose());
  await sleep(SETTLE_MS);
  const db = createDb(stack.run().addresses.database ?? '', { name: 'bench' });
  failing.defer(() => db.destroy());
  const person = await signUp(stack.url);
  const ending = failing.move();
  return { stack, db, ...person, [Symbol.asyncDispose]: () => ending.disposeAsync() };
}

/** Lifts the limits of all workspaces. */
export async function liftPlans({ db }: { db: Knex }): Promise<void> {
  await db('accounts').update({ plan: 'enterprise' });
}

/** Signs up a new user. */
export async function signUp(url: string): Promise<Person> {
  const ask = async (
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
  ) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    }
    return response.status === 204 ? {} : response.json();
  };
  const email = `bench-${randomBytes(6).toString('hex')}@diorama.test`;
  const password = randomBytes(12).toString('hex');
  const session = await ask('POST', '/api/users/signup', { email, password, username: 'Bench' }, {});
  const authorization = { Authorization: `Bearer ${session.token}` };
  return {
    email,
    token: session.token,
    account: session.user.accounts[0]['@id'],
    api: (method, path, body, headers = {}) => ask(method, path, body, { ...authorization, ...headers }),
  };
}
