import { describe, expect, it, vi } from 'vitest';
import { UnreadBytes } from '../limits/unread-bytes.ts';
import { BackpressuredSocket } from './backpressured-socket.ts';

const ADA = { subject: 'user', holder: 'ada' } as const;
const BOB = { subject: 'user', holder: 'bob' } as const;
const LIMITS = { ofConnection: 3_000_000, ofUser: 5_000_000, ofProcess: 8_000_000 };

function arrange() {
  const record = vi.fn();
  const unread = new UnreadBytes({ record }, LIMITS);
  /** A socket whose reader takes in frames when `read` is called. */
  const open = (reader: Parameters<UnreadBytes['open']>[0] = ADA) => {
    const frames: { length: number; fin: boolean; done: () => void }[] = [];
    const terminate = vi.fn();
    const account = unread.open(reader, terminate);
    const ws = {
      readyState: 1 as const,
      close: () => undefined,
      terminate,
      send: (data: Uint8Array, { fin }: { fin: boolean }, done: () => void) =>
        frames.push({ length: data.length, fin, done }),
    };
    const socket = new BackpressuredSocket(ws, {
      unread: account,
      isHidden: (message) => message[0] === 255,
    });
    const read = (count: number) => {
      for (const { done } of frames.splice(0, count)) {
        done();
      }
    };
    return { socket, frames, read, account, terminate };
  };
  return { unread, open, record };
}

describe('a backpressured socket', () => {
  it('sends a small message whole and a large one as fragments of one message', () => {
    const { socket, frames } = arrange().open();
    socket.send(new Uint8Array(100));
    socket.send(new Uint8Array(70_000));
    expect(frames.map(({ length, fin }) => [length, fin])).toEqual([
      [100, true],
      [32_000, false],
      [32_000, false],
      [6_000, true],
    ]);
  });

  it('sends further frames only as the client reads', () => {
    const { unread, open } = arrange();
    const { socket, frames, read } = open();
    socket.send(new Uint8Array(2_000_000));
    const handedOn = frames.reduce((sum, { length }) => sum + length, 0);
    expect(handedOn).toBeLessThan(200_000);
    read(1);
    expect(frames.reduce((sum, { length }) => sum + length, 0)).toBe(handedOn);
    expect(unread.total).toBe(2_000_000 - 32_000);
    while (frames.length > 0) {
      read(1);
    }
    expect(unread.total).toBe(0);
  });

  it('does not send messages that are hidden from its client', () => {
    const { socket, frames } = arrange().open();
    socket.send(Uint8Array.from([255, 1]));
    expect(frames).toEqual([]);
  });
});

describe('unread bytes', () => {
  it('above the limit of a connection close the connection', () => {
    const { open, record, unread } = arrange();
    const { socket, terminate } = open();
    socket.send(new Uint8Array(3_000_000));
    expect(terminate).not.toHaveBeenCalled();
    socket.send(new Uint8Array(1));
    expect(terminate).toHaveBeenCalledOnce();
    expect(record).toHaveBeenCalledExactlyOnceWith({ limit: 'unread-bytes-of-connection', ...ADA });
    expect(unread.total).toBe(0);
  });

  it('above the limit of a user close the user’s largest connection, and no other user’s', () => {
    const { open } = arrange();
    const [small, large, other] = [open(), open(), open(BOB)];
    other.socket.send(new Uint8Array(2_900_000));
    large.socket.send(new Uint8Array(2_500_000));
    small.socket.send(new Uint8Array(2_400_000));
    small.socket.send(new Uint8Array(200_000));
    expect([small, large, other].map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 0, 0]);
  });

  it('above the limit of the process close the connection that has been stalled the longest', () => {
    const { open } = arrange();
    const now = vi.spyOn(performance, 'now');
    const readers = ['a', 'b', 'c'].map((holder) => open({ subject: 'network', holder }));
    for (const [at, { socket }] of readers.entries()) {
      now.mockReturnValue(1_000 * at);
      socket.send(new Uint8Array(2_600_000));
    }
    now.mockReturnValue(5_000);
    readers[0]?.read(1);
    readers[2]?.socket.send(new Uint8Array(390_000));
    readers[0]?.socket.send(new Uint8Array(90_000));
    expect(readers.map(({ terminate }) => terminate.mock.calls.length)).toEqual([0, 1, 0]);
    now.mockRestore();
  });

  it('keep the connection of a slow reader open and close a stalled one after minutes', () => {
    vi.useFakeTimers();
    const { open } = arrange();
    const [slow, stuck] = [open(), open(BOB)];
    slow.socket.send(new Uint8Array(2_000_000));
    stuck.socket.send(new Uint8Array(2_000_000));
    for (let minute = 0; minute < 10; minute += 1) {
      slow.read(1);
      vi.advanceTimersByTime(60_000);
    }
    expect([slow, stuck].map(({ terminate }) => terminate.mock.calls.length)).toEqual([0, 1]);
    vi.useRealTimers();
  });
});
