import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../session/session.ts';
import { type ClientNotice, createApiClient } from './client.ts';
import { createUpload } from './upload.ts';

type Options = { fingerprint: () => Promise<string>; onError: (error: Error) => void; onSuccess: () => void };

/** Behaviour of the resumable client when it is started; each upload records its fingerprint. */
let behave: (options: Options) => void;
let prints: string[];

vi.mock('tus-js-client', () => ({
  Upload: class {
    readonly url = 'https://here.test/api/uploads/1';
    readonly #options: Options;
    constructor(_file: File, options: Options) {
      this.#options = options;
    }
    findPreviousUploads = async () => [];
    start = async () => {
      prints.push(await this.#options.fingerprint());
      behave(this.#options);
    };
  },
}));

const refusal = (status: number, description: string) =>
  Object.assign(new Error('refused'), {
    originalResponse: {
      getStatus: () => status,
      getBody: () => JSON.stringify({ status, title: 'No.', description, violations: [] }),
    },
  });

let person: string;
let notices: ClientNotice[];
const refresh = vi.fn(async () => 'renewed');

function createUploads() {
  const session = {
    get: () => ({ user: { uuid: person } }),
    freshToken: async () => 'token',
    refresh,
    expire: async () => undefined,
  } as unknown as Session;
  const client = createApiClient(session, () => 'en', { report: () => undefined });
  client.onNotice((notice) => notices.push(notice));
  return createUpload(client, session);
}

const file = new File(['x'], 'big.glb', { lastModified: 1 });
Object.defineProperty(file, 'size', { value: 20_000_000 });
const into = (composition: string) => ({ type: 2, composition, uploadType: 'scene' }) as const;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  prints = [];
  notices = [];
  person = 'ada';
  refresh.mockClear();
  behave = ({ onSuccess }) => onSuccess();
  vi.stubGlobal('fetch', async () => Response.json({ uuid: 'made' }));
});

describe('a large upload', () => {
  it('resumes only for the same user and the same scene', async () => {
    const upload = createUploads();
    await upload(file, into('a'));
    await upload(file, into('a'));
    await upload(file, into('b'));
    person = 'bob';
    await upload(file, into('a'));
    expect(prints[1]).toBe(prints[0]);
    expect(new Set(prints).size).toBe(3);
  });

  it('reports a full storage to the application, like every call', async () => {
    behave = ({ onError }) => onError(refusal(403, 'security.account.storage-full'));
    await expect(createUploads()(file, into('a'))).rejects.toThrow();
    expect(notices).toMatchObject([{ kind: 'storage-full', scene: 'a' }]);
  });

  it('requests its asset again after a lost response, and rejects on a 404', async () => {
    vi.useFakeTimers();
    const answers = [
      () => Promise.reject(new TypeError('lost')),
      async () => new Response('', { status: 503 }),
    ];
    const fetched = vi.fn(async () => (answers.shift() ?? (async () => Response.json({ uuid: 'made' })))());
    vi.stubGlobal('fetch', fetched);
    const sent = createUploads()(file, into('a'));
    await vi.runAllTimersAsync();
    await expect(sent).resolves.toEqual({ uuid: 'made' });
    expect([fetched.mock.calls.length, prints.length]).toEqual([3, 1]);
    fetched.mockImplementation(async () => new Response('{}', { status: 404 }));
    const refused = createUploads()(file, into('a'));
    refused.catch(() => undefined);
    await vi.runAllTimersAsync();
    await expect(refused).rejects.toMatchObject({ status: 404 });
    expect(fetched).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });

  it('retries with a refreshed token when the old one is rejected', async () => {
    behave = ({ onError, onSuccess }) =>
      refresh.mock.calls.length === 0 ? onError(refusal(401, 'auth.session.expired')) : onSuccess();
    await expect(createUploads()(file, into('a'))).resolves.toEqual({ uuid: 'made' });
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(notices).toEqual([]);
  });
});
