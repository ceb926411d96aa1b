import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Kinds of network failure: it silently swallows all bytes, resets every connection, or closes only the
 * direction to the caller.
 */
export const FAULTS = ['swallows', 'resets', 'half-closes'] as const;
export type Fault = (typeof FAULTS)[number];

/** A network between a caller and a server, for tests to break. */
export interface FaultyProxy {
  port: number;
  /**
   * Breaks open connections and swallows or rejects new ones. Broken connections stay broken, as bytes
   * are lost.
   */
  fail(fault: Fault): void;
  /** Fails once callers have sent so many more bytes. The last of them are lost. */
  failAfter(bytes: number, fault: Fault): void;
  /** Fails when a caller sends matching bytes, which are lost. */
  failAt(said: RegExp, fault: Fault): void;
  /** Stops passing on bytes until `thaw`, as a server with stopped processes does. Nothing is lost. */
  freeze(): void;
  thaw(): void;
  /** Resets a connection instead of passing the answer to a request that matches, once for each pattern. */
  loseAnswersTo(requests: readonly RegExp[]): void;
  /** Patterns of {@link loseAnswersTo} that no request has matched yet. */
  answersToLose(): number;
  isFailing(): boolean;
  /** Lets new connections through, and those without a response yet. */
  heal(): void;
  close(): Promise<void>;
}

const NEVER = { bytes: Number.POSITIVE_INFINITY, said: null, fault: 'resets' } as const;

/** Starts a proxy before the server at a URL. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<{ caller: Socket; server: Socket }>();
  const broken = new Set<Socket>();
  const waiting = new Set<Socket>();
  let fault: Fault | null = null;
  let isFrozen = false;
  let lost: readonly RegExp[] = [];
  let next: { bytes: number; said: RegExp | null; fault: Fault } = NEVER;

  const fail = (kind: Fault) => {
    fault = kind;
    for (const pair of open) {
      breakPair(kind, pair);
    }
  };
  const hear = (chunk: Buffer) => {
    next = { ...next, bytes: next.bytes - chunk.length };
    if (fault === null && (next.bytes <= 0 || next.said?.test(chunk.toString('latin1')))) {
      fail(next.fault);
    }
  };
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => broken.has(from) || to.destroyed || to.write(chunk));
    from.on('end', () => broken.has(from) || to.end());
    from.on('close', () => broken.has(from) || to.destroy());
    // The other end notices by the close that follows.
    from.on('error', () => undefined);
  };
  const breakPair = (kind: Fault, { caller, server }: { caller: Socket; server: Socket }) => {
    switch (kind) {
      case 'swallows':
        broken.add(caller).add(server);
        return;
      case 'resets':
        caller.resetAndDestroy();
        server.resetAndDestroy();
        return;
      case 'half-closes':
        broken.add(server);
        caller.end();
    }
  };

  const lead = (caller: Socket) => {
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const pair = { caller, server };
    open.add(pair);
    caller.on('data', hear);
    let isAnswerLost = false;
    caller.on('data', (chunk) => {
      const match = lost.find((request) => request.test(chunk.toString('latin1')));
      isAnswerLost ||= match !== undefined;
      lost = lost.filter((request) => request !== match);
    });
    server.on('data', () => isAnswerLost && breakPair('resets', pair));
    caller.once('close', () => open.delete(pair));
    pass(caller, server);
    pass(server, caller);
    return pair;
  };
  const leadWaiting = () => {
    for (const caller of waiting) {
      lead(caller);
      caller.resume();
    }
    waiting.clear();
  };
  const proxy = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (caller) => {
    if (fault === 'swallows' || isFrozen) {
      waiting.add(caller);
      caller.once('close', () => waiting.delete(caller));
      return;
    }
    const pair = lead(caller);
    if (fault !== null) {
      breakPair(fault, pair);
    }
    caller.resume();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    fail,
    failAfter: (bytes, kind) => {
      next = { ...NEVER, bytes, fault: kind };
      hear(Buffer.alloc(0));
    },
    failAt: (said, kind) => {
      next = { ...NEVER, said, fault: kind };
    },
    freeze: () => {
      isFrozen = true;
      for (const { caller, server } of open) {
        caller.pause();
        server.pause();
      }
    },
    thaw: () => {
      isFrozen = false;
      for (const { caller, server } of open) {
        caller.resume();
        server.resume();
      }
      leadWaiting();
    },
    loseAnswersTo: (requests) => {
      lost = requests;
    },
    answersToLose: () => lost.length,
    isFailing: () => fault !== null,
    heal: () => {
      fault = null;
      next = NEVER;
      leadWaiting();
    },
    close: async () => {
      const closed = new Promise((resolve) => proxy.close(resolve));
      const ends = [...open].flatMap(({ caller, server }) => [caller, server]);
      for (const end of [...ends, ...waiting]) {
        end.destroy();
      }
      await closed;
    },
  };
}
