import { join } from 'node:path';

/** Subset of rolldown's chunking context that a group's `name` function receives. */
type ChunkingContext = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};
type Group = {
  debugName: string;
  name: (id: string, context: ChunkingContext) => string | null;
  includeDependenciesRecursively: false;
};

/** Modules that are fetched together, by the name of the part. */
type Parts = Readonly<Record<string, readonly string[]>>;

/**
 * First parts of a build. `common` parts are fetched before all other code that shares modules with them, and `rest`
 * on some pages only.
 */
type FirstParts = { root: string; pages: Parts; common: Parts; rest?: Parts };

/**
 * Chunk groups for rolldown's `output.codeSplitting.groups`, one per set of first parts that share modules. Without
 * groups, the bundler makes a hundred chunks of a few hundred bytes, which compress badly. Modules that are reachable
 * without a set are in none of its chunks, so that no page downloads the editor for one module. The bundler chunks
 * such modules by default.
 */
export function groupFirstParts({ root, pages, common, rest }: FirstParts): Group[] {
  const parts: Parts = { ...pages, ...common, ...rest };
  const entriesOf = (names: readonly string[]) =>
    names.flatMap((name) => (parts[name] ?? []).map((path) => join(root, path)));
  const needed = new Map<string, ReadonlySet<string>>();
  const reached = new Map<string, ReadonlySet<string>>();
  const setOf = (id: string, context: ChunkingContext) => {
    const isNeeded = (part: string) =>
      remember(needed, part, () => walk(entriesOf([part]), (next) => importsOf(next, context))).has(id);
    // Every page has these before it fetches another part.
    const isEverywhere = Object.keys(pages).every(isNeeded);
    return Object.keys(isEverywhere ? pages : parts).filter(isNeeded);
  };
  const isElsewhere = (id: string, set: readonly string[], context: ChunkingContext) => {
    const reach = () => {
      const closed = entriesOf(set);
      const others = entriesOf(Object.keys(pages).filter((page) => !set.includes(page)));
      return walk(others, (next) => (closed.includes(next) ? [] : importsOf(next, context, 'dynamic')));
    };
    return !set.some((part) => part in common) && remember(reached, set.join('-'), reach).has(id);
  };
  const name: Group['name'] = (id, context) => {
    const set = setOf(id, context);
    return set.length === 0 || isElsewhere(id, set, context) ? null : set.join('-');
  };
  return [{ debugName: 'first parts', includeDependenciesRecursively: false, name }];
}

function remember<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** Modules that a module imports, with those that it imports later if asked for. */
function importsOf(id: string, context: ChunkingContext, kind?: 'dynamic'): readonly string[] {
  const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
  return kind ? [...importedIds, ...dynamicallyImportedIds] : importedIds;
}

function walk(entries: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...entries];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!seen.has(id)) {
      seen.add(id);
      open.push(...next(id));
    }
  }
  return seen;
}
