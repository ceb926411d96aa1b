/** The counts of another gateway are dropped after this silence, as the gateway may have been killed. */
const REMOTE_LIFE_MS = 75_000;
/** Numbers in one line of an announcement, which must fit into a message of the bus. */
const MAX_NUMBERS = 100;

/** A connection that this gateway holds. */
type Own = { number: number; close: () => void };
/** The connections that another gateway announced for a key. */
type Remote = { numbers: Set<number>; until: number };

/**
 * Open connections of all gateways by key, in the order of their opening.
 *
 * Each connection has a number larger than all numbers that its gateway knew at the time (a hybrid logical clock), so the
 * gateways agree on the order although their clocks differ. An announcement is `<gateway> <sign> <numbers> <key>`, where the
 * sign is `+` for opened, `-` for closed, and `=` for the whole list of a gateway.
 */
export interface ConnectionCounts {
  /** @returns the function that removes the connection; it returns false where that has happened before. */
  add(key: string, close: () => void): () => boolean;
  count(key: string): number;
  /** Removes this gateway's connections beyond the newest `most` of all gateways. @returns what closes them. */
  takeOldest(key: string, most: number): (() => void)[];
  /** @returns the announcements of what changed since the last call. */
  takeChanges(): string[];
  /** @returns the announcements of all connections of this gateway. */
  listAll(): string[];
  /** Applies announcements of other gateways. @returns the keys that have more connections than before. */
  applyRemote(lines: readonly string[]): Set<string>;
  /** Drops what silent gateways announced. */
  forgetSilent(): void;
}

/** @param options.now - milliseconds */
export function createConnectionCounts(options: { gatewayId: string; now: () => number }): ConnectionCounts {
  const { gatewayId, now } = options;
  const own = new Map<string, Set<Own>>();
  const remote = new Map<string, Map<string, Remote>>();
  /** Announcements to come by key; a connection that opens and closes within a batch is not announced. */
  const changes = new Map<string, { opened: Set<number>; closed: Set<number> }>();
  let last = 0;

  const changesOf = (key: string) => {
    const found = changes.get(key) ?? { opened: new Set(), closed: new Set() };
    changes.set(key, found);
    return found;
  };
  const remove = (key: string, connection: Own) => {
    const connections = own.get(key);
    if (!connections?.delete(connection)) {
      return false;
    }
    if (connections.size === 0) {
      own.delete(key);
    }
    const { opened, closed } = changesOf(key);
    if (!opened.delete(connection.number)) {
      closed.add(connection.number);
    }
    return true;
  };
  const line = (sign: string, numbers: readonly number[], key: string) =>
    `${gatewayId} ${sign} ${numbers.join(',')} ${key}`;
  const count = (key: string) => {
    const others = [...(remote.get(key)?.values() ?? [])];
    return (own.get(key)?.size ?? 0) + others.reduce((sum, { numbers }) => sum + numbers.size, 0);
  };

  return {
    add: (key, close) => {
      last = Math.max(now(), last + 1);
      const connection = { number: last, close };
      own.set(key, (own.get(key) ?? new Set()).add(connection));
      changesOf(key).opened.add(connection.number);
      return () => remove(key, connection);
    },
    count,
    takeOldest: (key, most) => {
      const excess = count(key) - most;
      if (excess <= 0) {
        return [];
      }
      const mine = [...(own.get(key) ?? [])].map((connection) => ({
        ...connection,
        from: gatewayId,
        connection,
      }));
      const others = [...(remote.get(key) ?? [])].flatMap(([from, { numbers }]) =>
        [...numbers].map((number) => ({ number, from, connection: null })),
      );
      const oldest = [...mine, ...others]
        .sort((a, b) => a.number - b.number || (a.from < b.from ? -1 : 1))
        .slice(0, excess);
      const closing = oldest.flatMap(({ connection }) => connection ?? []);
      for (const connection of closing) {
        remove(key, connection);
      }
      return closing.map(({ close }) => close);
    },
    takeChanges: () => {
      const lines = [...changes].flatMap(([key, { opened, closed }]) => [
        ...inParts([...opened]).map((numbers) => line('+', numbers, key)),
        ...inParts([...closed]).map((numbers) => line('-', numbers, key)),
      ]);
      changes.clear();
      return lines;
    },
    listAll: () =>
      [...own].flatMap(([key, connections]) =>
        inParts([...connections].map(({ number }) => number)).map((numbers, at) =>
          line(at === 0 ? '=' : '+', numbers, key),
        ),
      ),
    applyRemote: (lines) => {
      const grown = new Set<string>();
      for (const { from, sign, numbers, key } of lines.flatMap(parseLine)) {
        if (from === gatewayId) {
          continue;
        }
        last = Math.max(last, ...numbers);
        const gateways = remote.get(key) ?? new Map<string, Remote>();
        const before = sign === '=' ? [] : (gateways.get(from)?.numbers ?? []);
        const after = new Set(before);
        for (const number of numbers) {
          if (sign === '-') {
            after.delete(number);
          } else {
            after.add(number);
          }
        }
        setOrDelete(
          gateways,
          from,
          after.size > 0 ? { numbers: after, until: now() + REMOTE_LIFE_MS } : null,
        );
        setOrDelete(remote, key, gateways.size > 0 ? gateways : null);
        if (sign !== '-') {
          grown.add(key);
        }
      }
      return grown;
    },
    forgetSilent: () => {
      for (const [key, gateways] of remote) {
        for (const [from, { until }] of gateways) {
          setOrDelete(gateways, from, until > now() ? (gateways.get(from) ?? null) : null);
        }
        setOrDelete(remote, key, gateways.size > 0 ? gateways : null);
      }
    },
  };
}

function parseLine(text: string): { from: string; sign: string; numbers: number[]; key: string }[] {
  const [, from, sign, numbers, key] = /^(\S+) ([+=-]) ([\d,]+) (.+)$/.exec(text) ?? [];
  return from && sign && numbers && key ? [{ from, sign, numbers: numbers.split(',').map(Number), key }] : [];
}

function inParts(numbers: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < numbers.length; at += MAX_NUMBERS) {
    parts.push(numbers.slice(at, at + MAX_NUMBERS));
  }
  return parts;
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) {
    map.delete(key);
  } else {
    map.set(key, value);
  }
}
