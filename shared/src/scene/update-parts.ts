import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

/** Growth by an update: new rows by root map, and bytes, without content that the same update deletes. */
export type UpdateGrowth = { rows: ReadonlyMap<string, number>; bytes: number };

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];
/** One encoded struct, and whether the same update deletes it. */
type Piece = { struct: Struct; bytes: Uint8Array; isDeleted: boolean };
type Range = { clock: number; len: number };
type Ranges = Map<number, Range[]>;

/**
 * Splits an update into smaller ones with the same effect when applied in order; none depends on a later one.
 * A node and its initial values stay together, so that the document is valid after each part. Deletions of
 * older content come last.
 * @param maxBytes of a part, approximately; a single larger value is a separate part.
 */
export function splitUpdate(update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.length <= maxBytes) {
    return [update];
  }
  const { pieces, deletions } = readPieces(update);
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let size = 0;
  for (const group of inOrder(groupPieces(pieces))) {
    const bytes = group.reduce((sum, piece) => sum + piece.bytes.length, 0);
    if (part.length > 0 && size + bytes > maxBytes) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(...group);
    size += bytes;
  }
  const older = olderThan(deletions, pieces);
  return [
    ...[...parts, part].filter((one) => one.length > 0).map((one) => encode(one, deletionsOf(one))),
    ...(older.size > 0 ? [encode([], older)] : []),
  ];
}

/** Growth of a document that has no part of the update yet. */
export function growthOf(update: Uint8Array): UpdateGrowth {
  const rows = new Map<string, number>();
  let size = 0;
  for (const { struct, bytes, isDeleted } of readPieces(update).pieces) {
    if (isDeleted) {
      continue;
    }
    size += bytes.length;
    // In an update that is not integrated yet, `parent` holds the name of a root map instead of the map.
    const parent: unknown = struct instanceof Y.Item ? struct.parent : null;
    if (typeof parent === 'string') {
      rows.set(parent, (rows.get(parent) ?? 0) + 1);
    }
  }
  return { rows, bytes: size };
}

function readPieces(update: Uint8Array): { pieces: Piece[]; deletions: Ranges } {
  const { structs, ds } = Y.decodeUpdate(update);
  const deletions: Ranges = new Map(
    [...ds.clients].map(([client, ranges]) => [
      client,
      ranges.map(({ clock, len }) => ({ clock, len })).sort((a, b) => a.clock - b.clock),
    ]),
  );
  const pieces = structs.map((struct) => {
    const encoder = new Y.UpdateEncoderV1();
    struct.write(encoder, 0);
    return {
      struct,
      bytes: encoding.toUint8Array(encoder.restEncoder),
      isDeleted: struct instanceof Y.GC || covers(deletions.get(struct.id.client) ?? [], struct),
    };
  });
  return { pieces, deletions };
}

function covers(ranges: readonly Range[], { id, length }: Struct): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || id.clock < range.clock) {
      high = middle - 1;
    } else if (id.clock >= range.clock + range.len) {
      low = middle + 1;
    } else {
      return id.clock + length <= range.clock + range.len;
    }
  }
  return false;
}

/** Groups a new map with the values that are written into it directly afterwards. */
function groupPieces(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let owner: Y.ID | null = null;
  for (const piece of pieces) {
    const { struct } = piece;
    const parent = struct instanceof Y.Item ? struct.parent : null;
    const isMember =
      owner !== null && parent instanceof Y.ID && Y.compareIDs(parent, owner) && groups.length > 0;
    if (isMember) {
      groups.at(-1)?.push(piece);
      continue;
    }
    groups.push([piece]);
    owner = struct instanceof Y.Item && struct.content instanceof Y.ContentType ? struct.id : null;
  }
  return groups;
}

/**
 * Orders groups so that each depends only on earlier ones and on content outside of the update. An update is
 * sorted by client, while the clients wrote alternately.
 */
function inOrder(groups: readonly Piece[][]): Piece[][] {
  const ordered: Piece[][] = [];
  // A stack per client, with the next group last.
  const left = Map.groupBy(groups.toReversed(), clientOf);
  const nextOf = (client: number) => left.get(client)?.at(-1);
  for (const group of groups) {
    // Clients and clocks that are required, the most urgent last.
    const goals = new Map([[clientOf(group), startOf(group)]]);
    for (let goal = [...goals].at(-1); goal; goal = [...goals].at(-1)) {
      const [client, clock] = goal;
      const next = nextOf(client);
      if (!next || startOf(next) > clock) {
        goals.delete(client);
        continue;
      }
      const missing = next.flatMap(causesOf).find((cause) => {
        const before = goals.has(cause.client) ? undefined : nextOf(cause.client);
        return before !== undefined && startOf(before) <= cause.clock;
      });
      if (missing) {
        goals.set(missing.client, missing.clock);
      } else {
        ordered.push(next);
        left.get(client)?.pop();
      }
    }
  }
  return ordered;
}

function clientOf([first]: readonly Piece[]): number {
  return first?.struct.id.client ?? 0;
}

function startOf([first]: readonly Piece[]): number {
  return first?.struct.id.clock ?? 0;
}

/** Dependencies of a struct: its neighbours and its parent. */
function causesOf({ struct }: Piece): Y.ID[] {
  const causes = struct instanceof Y.Item ? [struct.origin, struct.rightOrigin, struct.parent] : [];
  return causes.filter((cause) => cause instanceof Y.ID);
}

function deletionsOf(pieces: readonly Piece[]): Ranges {
  const ranges: Ranges = new Map();
  for (const { struct, isDeleted } of pieces) {
    if (!isDeleted || struct instanceof Y.GC) {
      continue;
    }
    const { client, clock } = struct.id;
    const own = ranges.get(client) ?? [];
    const last = own.at(-1);
    if (last && last.clock + last.len === clock) {
      last.len += struct.length;
    } else {
      own.push({ clock, len: struct.length });
    }
    ranges.set(client, own);
  }
  return ranges;
}

/** Deletions of content outside of the update, and of structs that it deletes only partly. */
function olderThan(deletions: Ranges, pieces: readonly Piece[]): Ranges {
  const deleted = deletionsOf(pieces);
  const rest = [...deletions].flatMap(([client, ranges]) => {
    const covered = deleted.get(client) ?? [];
    const left = ranges.filter(
      ({ clock, len }) => !covered.some((one) => one.clock <= clock && one.clock + one.len >= clock + len),
    );
    return left.length > 0 ? [[client, left] as const] : [];
  });
  return new Map(rest);
}

/** Encodes an update in version 1 of Yjs' update format, which the protocol uses. */
function encode(pieces: readonly Piece[], deletions: Ranges): Uint8Array {
  const encoder = encoding.createEncoder();
  const runs = runsOf(pieces);
  encoding.writeVarUint(encoder, runs.length);
  for (const run of runs) {
    const first = run[0]?.struct.id ?? Y.createID(0, 0);
    encoding.writeVarUint(encoder, run.length);
    encoding.writeVarUint(encoder, first.client);
    encoding.writeVarUint(encoder, first.clock);
    for (const { bytes } of run) {
      encoding.writeUint8Array(encoder, bytes);
    }
  }
  encoding.writeVarUint(encoder, deletions.size);
  for (const [client, ranges] of deletions) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, ranges.length);
    for (const { clock, len } of ranges) {
      encoding.writeVarUint(encoder, clock);
      encoding.writeVarUint(encoder, len);
    }
  }
  return encoding.toUint8Array(encoder);
}

/** Pieces of each client, without gaps at the start. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const byClient = Map.groupBy(pieces, ({ struct }) => struct.id.client);
  return [...byClient.values()]
    .map((run) => run.slice(run.findIndex(({ struct }) => !(struct instanceof Y.Skip))))
    .filter((run) => run.length > 0);
}
