import { beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadChunks } from './upload-chunks.ts';
import { LEFT, type UploadControl, type UploadHold } from './upload-options.ts';

type Options = {
  onError: (error: Error) => void;
  onSuccess: () => void;
  onProgress: (sent: number, total: number) => void;
  onShouldRetry: (error: Error) => boolean;
  fingerprint: () => Promise<string>;
};

/** Mock of the tus client, as far as the code under test controls it. */
class Client {
  static last: Client;
  static previous: { uploadUrl: string }[] = [];
  url = '/api/uploads/1';
  starts = 0;
  readonly aborts: boolean[] = [];
  resumed: unknown = null;
  readonly options: Options;
  constructor(_file: File, options: Options) {
    this.options = options;
    Client.last = this;
  }
  findPreviousUploads = async () => Client.previous;
  resumeFromPreviousUpload = (previous: unknown) => {
    this.resumed = previous;
  };
  start = () => {
    this.starts += 1;
  };
  abort = async (isOver: boolean) => {
    this.aborts.push(isOver);
  };
}

vi.mock('tus-js-client', () => ({
  get Upload() {
    return Client;
  },
}));

const answered = (status: number, retryAfter: string | null = null) =>
  Object.assign(new Error('refused'), {
    originalResponse: {
      getStatus: () => status,
      getBody: () => JSON.stringify({ description: 'x' }),
      getHeader: () => retryAfter,
    },
  });
const lost = () => Object.assign(new Error('lost'), { originalResponse: null });

let holds: (UploadHold | null)[];
let control: UploadControl;
let isDone: boolean;
let abort: AbortController;
/** One per test, as some uploads stay unfinished. */
let fingerprint: string;

const send = (file = new File(['content'], 'big.glb')) => {
  const sent = uploadChunks(
    file,
    {
      signal: abort.signal,
      onHold: (hold) => holds.push(hold),
      onPieces: (given) => {
        control = given;
      },
    },
    { fingerprint, metadata: {}, token: async () => 'token', isDone: async () => isDone },
  );
  sent.catch(() => undefined);
  return sent;
};
const begun = () => expect.poll(() => Client.last.starts).toBeGreaterThan(0);

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  Client.previous = [];
  holds = [];
  isDone = false;
  abort = new AbortController();
  fingerprint = crypto.randomUUID();
});

describe('a chunked upload', () => {
  it('waits while offline, and resumes on the online event of the browser', async () => {
    const sent = send();
    await begun();
    Client.last.options.onError(lost());
    await expect.poll(() => holds).toEqual(['offline']);
    window.dispatchEvent(new Event('online'));
    expect(Client.last.starts).toBe(2);
    Client.last.options.onProgress(1, 2);
    expect(holds).toEqual(['offline', null]);
    Client.last.options.onSuccess();
    await expect(sent).resolves.toBe('/api/uploads/1');
  });

  it('stays paused, also when the network comes back', async () => {
    send();
    await begun();
    control.pause();
    expect(Client.last.aborts).toEqual([false]);
    window.dispatchEvent(new Event('online'));
    expect(Client.last.starts).toBe(1);
    control.resume();
    expect([Client.last.starts, holds]).toEqual([2, ['paused', null]]);
  });

  it('is deleted on the server when canceled, and kept when the page is left', async () => {
    const cancelled = send();
    await begun();
    abort.abort();
    await expect(cancelled).rejects.toThrow('cancelled');
    expect(Client.last.aborts).toEqual([true]);
    abort = new AbortController();
    const left = send();
    await begun();
    abort.abort(LEFT);
    await expect(left).rejects.toThrow('cancelled');
    expect(Client.last.aborts).toEqual([false]);
  });

  it('rejects with the server response, and retries only temporary failures', async () => {
    const sent = send();
    await begun();
    const { onError, onShouldRetry } = Client.last.options;
    expect([500, 503, 409, 423, 403, 413, 415].map((status) => onShouldRetry(answered(status)))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([onShouldRetry(answered(429)), onShouldRetry(answered(429, '2'))]).toEqual([false, true]);
    expect(onShouldRetry(lost())).toBe(false);
    onError(answered(415));
    await expect(sent).rejects.toMatchObject({ status: 415 });
  });

  it('rejects when the file becomes unreadable, which resembles a lost connection', async () => {
    const file = new File(['content'], 'big.glb');
    file.slice = () =>
      ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as Blob;
    const sent = send(file);
    await begun();
    Client.last.options.onError(lost());
    await expect(sent).rejects.toMatchObject({ name: 'NotReadableError' });
    expect(holds).toEqual([]);
  });

  it('does not share its partial upload with a concurrent upload of the same file', async () => {
    const prints: string[] = [];
    const printed = async () => {
      await begun();
      prints.push(await Client.last.options.fingerprint());
      return Client.last;
    };
    const first = send();
    const { options } = await printed();
    const second = send();
    await printed();
    options.onSuccess();
    await first;
    const third = send();
    await printed();
    expect(prints).toEqual([fingerprint, `${fingerprint} 2`, fingerprint]);
    abort.abort();
    await Promise.allSettled([second, third]);
  });

  it('resumes a previous partial upload, and sends nothing when all is stored', async () => {
    Client.previous = [{ uploadUrl: '/api/uploads/7' }];
    const half = send();
    await begun();
    expect(Client.last.resumed).toEqual({ uploadUrl: '/api/uploads/7' });
    Client.last.options.onSuccess();
    await half;
    isDone = true;
    await expect(send()).resolves.toBe('/api/uploads/7');
    expect(Client.last.starts).toBe(0);
  });
});
