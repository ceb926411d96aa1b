import { randomBytes } from 'node:crypto';
import { assertRead, pacedP99 } from '../http-load.ts';
import { interleave, type Measured, summarise } from '../measure.ts';
import { openProduct, type Product } from '../product.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const AT_ONCE = 40;

type Person = { email: string; password: string; status: number };

/** Signs a user up. An unknown address is rejected in the same way as a wrong password. */
async function signUp(product: Product): Promise<Person> {
  const person = {
    email: `login-${randomBytes(6).toString('hex')}@diorama.test`,
    password: 'a long enough pass',
  };
  await product.api('POST', '/api/users/signup', { ...person, username: 'Login' });
  return { ...person, status: 200 };
}

/** Signs in so many at once, again and again until `done`. @returns how long each took, in milliseconds. */
async function keepSigningIn(product: Product, person: Person, done: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let isDone = false;
  const ending = done.finally(() => {
    isDone = true;
  });
  const signIn = async () => {
    const startedAt = performance.now();
    const { email, password } = person;
    const response = await fetch(`${product.stack.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password, remember: false }),
    });
    await response.text();
    if (response.status !== person.status) {
      throw new Error(`A sign-in answered ${response.status}`);
    }
    waits.push(performance.now() - startedAt);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!isDone) {
        await signIn();
      }
    }),
  );
  await ending;
  return waits;
}

/** The gateway's own count of how late its loop was, in milliseconds; asking begins a new count. */
async function loopDelayP99(product: Product): Promise<number> {
  const text = await (await fetch(`${product.stack.url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds\{[^}]*\} (\S+)$/m.exec(text)?.[1]) * 1_000;
}

export const apiLogin: Row = {
  name: 'api-login',
  what: `reads at an even pace, idle and beside ${AT_ONCE} sign-ins that never pause`,
  run: async () => {
    await using product = await openProduct();
    const scene = await product.api('POST', '/api/compositions', { name: 'Bench' });
    const path = `/api/compositions/${scene.uuid}`;
    const url = `${product.stack.url}${path}`;
    const check = () => assertRead(product.stack.url, { path, token: product.token });
    const known = await signUp(product);
    const stranger: Person = { email: 'nobody@diorama.test', password: known.password, status: 401 };
    const delays: number[] = [];
    const signIns = new Map<Person, number[]>([known, stranger].map((person) => [person, []]));
    const beside = (person: Person) => async () => {
      await loopDelayP99(product);
      const reads = pacedP99(url, product.token);
      const waits = await keepSigningIn(product, person, reads);
      delays.push(await loopDelayP99(product));
      signIns.get(person)?.push(...waits);
      return reads;
    };
    const measured = await interleave([
      { name: 'idle', run: () => pacedP99(url, product.token), check },
      { name: 'beside sign-ins', run: beside(known), check },
      { name: 'beside unknown ones', run: beside(stranger), check },
    ]);
    const [ours, theirs] = [known, stranger].map((person) => summarise('', signIns.get(person) ?? []));
    const delay: Measured = summarise('delay', delays);
    const worst = Math.max(medianOf(measured, 'beside sign-ins'), medianOf(measured, 'beside unknown ones'));
    return {
      unit: 'ms',
      measured,
      goals: [
        atMost('reads beside sign-ins, p99 of idle', worst / medianOf(measured, 'idle'), 3),
        atMost('event-loop delay p99 ms', delay.median, 20),
      ],
      notes: [
        `a sign-in of a known address took ${ours?.median.toFixed(0)} ms, of an unknown one ${theirs?.median.toFixed(0)} ms, with ${AT_ONCE} waiting for one core`,
        'the work counted for known and unknown addresses is compared by a test',
      ],
    };
  },
};
