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
export class ConnectionCounts {
  readonly #gatewayId: string;
  readonly #now: () => number;
  readonly #own = new Map<string, Set<Own>>();
  readonly #remote = new Map<string, Map<string, Remote>>();
  /** Announcements to come by key; a connection that opens and closes within a batch is not announced. */
  readonly #changes = new Map<string, { opened: Set<number>; closed: Set<number> }>();
  #last = 0;

  /** @param options.now - milliseconds */
  constructor({ gatewayId, now }: { gatewayId: string; now: () => number }) {
    this.#gatewayId = gatewayId;
    this.#now = now;
  }

  /** @returns the function that removes the connection; it returns false where that has happened before. */
  add(key: string, close: () => void): () => boolean {
    this.#last = Math.max(this.#now(), this.#last + 1);
    const connection = { number: this.#last, close };
    this.#own.set(key, (this.#own.get(key) ?? new Set()).add(connection));
    this.#changesOf(key).opened.add(connection.number);
    return () => this.#remove(key, connection);
  }

  count(key: string): number {
    const others = [...(this.#remote.get(key)?.values() ?? [])];
    return (this.#own.get(key)?.size ?? 0) + others.reduce((sum, { numbers }) => sum + numbers.size, 0);
  }

  /** Removes this gateway's connections beyond the newest `most` of all gateways. @returns what closes them. */
  takeOldest(key: string, most: number): (() => void)[] {
    const excess = this.count(key) - most;
    if (excess <= 0) {
      return [];
    }
    const mine = [...(this.#own.get(key) ?? [])].map((connection) => ({
      number: connection.number,
      from: this.#gatewayId,
      connection,
    }));
    const others = [...(this.#remote.get(key) ?? [])].flatMap(([from, { numbers }]) =>
      [...numbers].map((number) => ({ number, from, connection: null })),
    );
    const oldest = [...mine, ...others]
      .sort((a, b) => a.number - b.number || (a.from < b.from ? -1 : 1))
      .slice(0, excess);
    const closing = oldest.flatMap(({ connection }) => connection ?? []);
    for (const connection of closing) {
      this.#remove(key, connection);
    }
    return closing.map(({ close }) => close);
  }

  /** @returns the announcements of what changed since the last call. */
  takeChanges(): string[] {
    const lines = [...this.#changes].flatMap(([key, { opened, closed }]) => [
      ...inParts([...opened]).map((numbers) => this.#line('+', numbers, key)),
      ...inParts([...closed]).map((numbers) => this.#line('-', numbers, key)),
    ]);
    this.#changes.clear();
    return lines;
  }

  /** @returns the announcements of all connections of this gateway. */
  listAll(): string[] {
    return [...this.#own].flatMap(([key, connections]) =>
      inParts([...connections].map(({ number }) => number)).map((numbers, at) =>
        this.#line(at === 0 ? '=' : '+', numbers, key),
      ),
    );
  }

  /** Applies announcements of other gateways. @returns the keys that have more connections than before. */
  applyRemote(lines: readonly string[]): Set<string> {
    const grown = new Set<string>();
    for (const { from, sign, numbers, key } of lines.flatMap(parseLine)) {
      if (from === this.#gatewayId) {
        continue;
      }
      this.#last = Math.max(this.#last, ...numbers);
      const gateways = this.#remote.get(key) ?? new Map<string, Remote>();
      const before = sign === '=' ? new Set<number>() : (gateways.get(from)?.numbers ?? new Set());
      const named = new Set(numbers);
      const after = sign === '-' ? before.difference(named) : before.union(named);
      const until = this.#now() + REMOTE_LIFE_MS;
      setOrDelete(gateways, from, after.size > 0 ? { numbers: after, until } : null);
      setOrDelete(this.#remote, key, gateways.size > 0 ? gateways : null);
      if (sign !== '-') {
        grown.add(key);
      }
    }
    return grown;
  }

  /** Drops what silent gateways announced. */
  forgetSilent(): void {
    for (const [key, gateways] of this.#remote) {
      for (const [from, { until }] of gateways) {
        if (until <= this.#now()) {
          gateways.delete(from);
        }
      }
      setOrDelete(this.#remote, key, gateways.size > 0 ? gateways : null);
    }
  }

  #changesOf(key: string) {
    const found = this.#changes.get(key) ?? { opened: new Set(), closed: new Set() };
    this.#changes.set(key, found);
    return found;
  }

  #remove(key: string, connection: Own): boolean {
    const connections = this.#own.get(key);
    if (!connections?.delete(connection)) {
      return false;
    }
    if (connections.size === 0) {
      this.#own.delete(key);
    }
    const { opened, closed } = this.#changesOf(key);
    if (!opened.delete(connection.number)) {
      closed.add(connection.number);
    }
    return true;
  }

  #line(sign: string, numbers: readonly number[], key: string): string {
    return `${this.#gatewayId} ${sign} ${numbers.join(',')} ${key}`;
  }
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
