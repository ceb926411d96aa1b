import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinScene, type TestClient } from '@diorama/gateway/collab/test-client.ts';
import { metadata } from '@diorama/gateway/uploads/upload-fixture.ts';
import { PLAN_PRICES } from '@diorama/shared/plans.ts';
import { SLOW } from '../../test/slow.ts';

type Json = Record<string, unknown>;
export type Answer = { status: number; json: Json; gateway: string | null };
type CallOptions = { body?: object; key?: string; headers?: Record<string, string> };

/** A user of the product, whose calls follow the rules of the web client. */
export type Person = {
  name: string;
  token: string;
  userId: string;
  accountId: string;
  /** Answers that were no success, by status and code, with their number. */
  refusals: ReadonlyMap<string, number>;
  /**
   * Sends a request, and repeats it with its idempotency key while the server cannot be reached or asks for a retry.
   * @throws Error for a refusal, and when the time is over
   */
  call(method: string, path: string, options?: CallOptions): Promise<Json>;
  /** Sends a request once. Status 0 is none. */
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>;
  createScene(): Promise<string>;
  /** Opens a scene as the editor does. */
  open(scene: string, url?: string): TestClient;
  /** Uploads a file in two pieces. @returns the address of the asset */
  upload(filename: string, file: Buffer): Promise<string>;
  /** Waits until an asset is ready. @throws Error when its import fails */
  imported(asset: string): Promise<void>;
  /** Publishes a scene, and waits until its files are there. @returns the address of its GLB */
  publish(scene: string): Promise<string>;
  /** Buys a plan with a test card. @returns the order's uuid once the plan is active */
  pay(): Promise<string>;
};

/** Answers after which the web client repeats a request. */
const PASSING: readonly number[] = [0, 409, 423, 429, 502, 503, 504];
const GIVE_UP_MS = 180_000 * SLOW;
const LOOK_MS = 200;
const PRO = PLAN_PRICES.find(({ plan, months }) => plan === 'pro' && months === 1)?.uuid;
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };

/** Signs a user up at the balancer. */
export async function signUp(url: string, name: string): Promise<Person> {
  let token = '';
  let cookie = '';
  const refusals = new Map<string, number>();
  const ask = async (
    method: string,
    path: string,
    { body, key, headers }: CallOptions = {},
  ): Promise<Answer> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(cookie && { cookie }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      cookie = readCookie(response.headers.get('set-cookie')) ?? cookie;
      return { status: response.status, json: parse(await response.text()), gateway: cookie };
    } catch {
      return { status: 0, json: {}, gateway: null };
    }
  };
  const repeat = async (send: () => Promise<Answer>): Promise<Json> => {
    const until = Date.now() + GIVE_UP_MS;
    for (;;) {
      const { status, json } = await send();
      if (status >= 200 && status < 300) {
        return json;
      }
      const refusal = `${status} ${json.description ?? ''}`.trim();
      refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1);
      if (!PASSING.includes(status) || Date.now() > until) {
        throw new Error(`${name}: answered ${status} ${JSON.stringify(json)}`);
      }
      await sleep(1_000);
    }
  };
  const call: Person['call'] = (method, path, options = {}) => {
    const key = options.key ?? randomUUID();
    return repeat(() => ask(method, path, { ...options, ...(method === 'POST' && { key }) }));
  };
  const waitFor = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    const until = Date.now() + GIVE_UP_MS;
    for (;;) {
      const found = await look();
      if (found !== null) {
        return found;
      }
      if (Date.now() > until) {
        throw new Error(`${name}: ${what} did not come`);
      }
      await sleep(LOOK_MS);
    }
  };

  // Sign-ups have no idempotency key. An address of which the answer was lost may be taken.
  const session = await repeat(() => {
    const email = `${name}-${randomUUID()}@people.test`;
    return ask('POST', '/api/users/signup', {
      body: { email, password: 'a long enough pass', username: name },
    });
  });
  token = String(session.token);
  const user = session.user as { uuid: string; accounts: { uuid: string }[] };
  const accountId = user.accounts[0]?.uuid ?? '';
  return {
    name,
    token,
    userId: user.uuid,
    accountId,
    refusals,
    call,
    ask,
    createScene: async () => String((await call('POST', '/api/compositions', { body: { name } })).uuid),
    open: (scene, at = url) => joinScene(at, scene, token),
    upload: (filename, file) => uploadPieces({ url, token, filename, file, repeat }),
    imported: async (asset) => {
      await waitFor(`the import of ${asset}`, async () => {
        const { status, error } = await call('GET', asset);
        if (status === 'failed') {
          throw new Error(`The import failed: ${JSON.stringify(error)}`);
        }
        return status === 'ready' ? true : null;
      });
    },
    publish: async (scene) => {
      await call('PATCH', `/api/compositions/${scene}`, { body: { status: 'published', privacy: 'public' } });
      return waitFor(`the publication of ${scene}`, async () => {
        // The address does not exist before the first publication is ready.
        const { json } = await ask('GET', `/api/public/scenes/${scene}`);
        return (json.output as { glb?: string } | null | undefined)?.glb ?? null;
      });
    },
    pay: async () => {
      const order = await call('POST', '/api/orders', { body: { account: accountId, planPrice: PRO } });
      const confirmation = `/api/sandbox-payments/${order.token}/confirm`;
      await repeat(() => ask('POST', confirmation, { body: CARD }));
      return waitFor(`the payment of ${order.uuid}`, async () => {
        const { active } = await call('GET', `/api/orders/check-status/${order.uuid}`);
        return active === true ? String(order.uuid) : null;
      });
    },
  };
}

function readCookie(header: string | null): string | null {
  return /(gateway=[^;]+)/.exec(header ?? '')?.[1] ?? null;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

type Send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) => Promise<Answer>;

/** Uploads by the protocol of the web client. Begins again when the store has lost the first bytes. */
async function uploadPieces(input: {
  url: string;
  token: string;
  filename: string;
  file: Buffer;
  repeat: (send: () => Promise<Answer>) => Promise<Json>;
}): Promise<string> {
  const { url, token, filename, file, repeat } = input;
  const heard = { location: '', offset: 0 };
  const send: Send = async (method, path, headers, body) => {
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
        ...(body && { body: new Uint8Array(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      heard.location = response.headers.get('location') ?? heard.location;
      heard.offset = Number(response.headers.get('upload-offset') ?? heard.offset);
      return { status: response.status, json: parse(await response.text()), gateway: null };
    } catch {
      return { status: 0, json: {}, gateway: null };
    }
  };
  const fields = { type: '2', filename, uploadType: 'library' };
  const begin = { 'upload-length': String(file.length), 'upload-metadata': metadata(fields) };
  for (;;) {
    await repeat(() => send('POST', '/api/uploads', begin));
    const path = new URL(heard.location, url).pathname;
    heard.offset = 0;
    // The server asks for a new upload by 404, which is no failure here.
    const unlessLost = (sending: () => Promise<Answer>) =>
      repeat(async () => {
        const answer = await sending();
        return answer.status === 404 ? { ...answer, status: 200, json: { isLost: true } } : answer;
      });
    let answer: Json = {};
    while (heard.offset < file.length && !answer.isLost) {
      const end = heard.offset === 0 ? Math.ceil(file.length / 2) : file.length;
      const headers = {
        'upload-offset': String(heard.offset),
        'content-type': 'application/offset+octet-stream',
      };
      const { status } = await send('PATCH', path, headers, file.subarray(heard.offset, end));
      if (status !== 204) {
        answer = await unlessLost(() => send('HEAD', path, {}));
      }
    }
    answer = answer.isLost ? answer : await unlessLost(() => send('GET', path, {}));
    if (!answer.isLost) {
      return String(answer['@id']);
    }
  }
}
