import { beforeEach, expect, it, vi } from 'vitest';
import { NotLiveError } from './live-calls.ts';
import { LiveConnection } from './live-connection.ts';

/** Options passed to hocuspocus, and the number of its reconnects. */
const wire = vi.hoisted(() => ({
  options: null as null | { token: () => Promise<string>; onAuthenticationFailed: () => void },
  connects: 0,
}));

vi.mock('@hocuspocus/provider', () => ({
  WebSocketStatus: { Connected: 'connected' },
  HocuspocusProviderWebsocket: class {
    status = 'disconnected';
    disconnect = () => undefined;
    destroy = () => undefined;
    connect = async () => {
      wire.connects += 1;
    };
  },
  HocuspocusProvider: class {
    constructor(options: typeof wire.options) {
      wire.options = options;
    }
    attach = () => undefined;
    destroy = () => undefined;
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { location: { origin: 'https://d.test' } });
  wire.connects = 0;
  vi.spyOn(Math, 'random').mockReturnValue(1);
  return () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function arrange(token: () => Promise<string>) {
  const onOver = vi.fn();
  const connection = new LiveConnection({
    uuid: 'a',
    token,
    onDocument: () => undefined,
    onShown: () => undefined,
    onDrags: () => undefined,
    onOver,
  });
  /** A refused connection attempt of hocuspocus; returns its token. */
  const refuse = async () => {
    const sent = await wire.options?.token().catch(() => null);
    wire.options?.onAuthenticationFailed();
    return sent;
  };
  return { connection, refuse, onOver };
}

it('the connection reconnects with a new token after a refusal, with growing delays', async () => {
  let count = 0;
  const { connection, refuse } = arrange(async () => `token ${++count}`);
  expect(await refuse()).toBe('token 1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(wire.connects).toBe(1);
  expect(await refuse()).toBe('token 2');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(wire.connects).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.connects).toBe(2);
  connection.dispose();
});

it('the connection reconnects within five seconds after any number of refusals, with random delays', async () => {
  const { connection, refuse } = arrange(async () => 'token');
  for (let times = 0; times < 20; times += 1) {
    await refuse();
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(wire.connects).toBe(20);
  vi.mocked(Math.random).mockReturnValue(0);
  await refuse();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(wire.connects).toBe(21);
  connection.dispose();
});

it('the connection retries a failed token request, and stops on NotLiveError', async () => {
  const answers = [new Error('502'), new NotLiveError('404')];
  const { connection, refuse, onOver } = arrange(() => Promise.reject(answers.shift()));
  await refuse();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wire.connects).toBe(1);
  expect(onOver).not.toHaveBeenCalled();
  await refuse();
  expect(onOver).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wire.connects).toBe(1);
  connection.dispose();
});

it('a disposed connection does not reconnect', async () => {
  const { connection, refuse } = arrange(async () => 'token');
  await refuse();
  connection.dispose();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wire.connects).toBe(0);
});
