import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Subset of rolldown's chunking context that a group's `name` function receives. */
type ChunkingContext = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};
type Group = {
  debugName: string;
  name: (id: string, context: ChunkingContext) => string | null;
  includeDependenciesRecursively?: boolean;
};

/**
 * Entry screens, each built with all modules that it needs to start. Without groups, the bundler makes one chunk per
 * set of screens that share a module. Those are a hundred files of a few hundred bytes, which compress badly.
 */
const FIRST_SCREENS = {
  app: 'src/main.tsx',
  workspace: 'src/screens/workspace.tsx',
  editor: 'src/editor/editor-page.tsx',
  upgrade: 'src/screens/upgrade/upgrade-screen.tsx',
} as const;

type FirstScreen = keyof typeof FIRST_SCREENS;
type Needs = Record<FirstScreen, ReadonlySet<string>>;

/**
 * Sets of entry screens with a shared chunk. The app is in one set only, because its modules are loaded before any
 * screen.
 */
const SETS: readonly (readonly FirstScreen[])[] = [
  ['app'],
  ['workspace', 'editor', 'upgrade'],
  ['workspace', 'editor'],
  ['workspace', 'upgrade'],
  ['workspace'],
  ['editor'],
  ['upgrade'],
];

/** Shown by nearly every page, many of which need nothing else of the workspace. */
const ALERT = 'src/components/feedback/alert.tsx';

const THREE = /[\\/]node_modules[\\/]three[\\/]src[\\/]/;
const RENDERER = fileURLToPath(import.meta.resolve('three/src/renderers/WebGLRenderer.js'));

/**
 * Chunk groups for rolldown's `output.codeSplitting.groups`, one per set of entry screens that share modules. Modules
 * reachable without the editor are in no editor chunk, so that no other page downloads the editor for one module. The
 * bundler chunks such modules by default. They import nothing from the editor, so no two chunks depend on each other.
 * @param root - the folder of the pages
 */
export function groupFirstScreens(root: string): Group[] {
  const entries = Object.fromEntries(
    Object.entries(FIRST_SCREENS).map(([screen, path]) => [screen, join(root, path)]),
  ) as Record<FirstScreen, string>;
  let needs: Needs | undefined;
  const without = new Map<string, ReadonlySet<string>>();
  const setOf = (id: string, context: ChunkingContext): readonly FirstScreen[] => {
    needs ??= {
      app: listNeeded(entries.app, context).union(listNeeded(join(root, ALERT), context)),
      workspace: listNeeded(entries.workspace, context),
      editor: listNeeded(entries.editor, context),
      upgrade: listNeeded(entries.upgrade, context),
    };
    const known = needs;
    const candidates: readonly FirstScreen[] = known.app.has(id)
      ? ['app']
      : ['workspace', 'editor', 'upgrade'];
    return candidates.filter((screen) => known[screen].has(id));
  };
  const isShared = (id: string, context: ChunkingContext): boolean => {
    const screens = setOf(id, context);
    // The workspace is small and part of nearly every page.
    if (screens.length === 0 || screens.includes('app') || screens.includes('workspace')) {
      return false;
    }
    const reached =
      without.get(nameOf(screens)) ??
      listReached(
        entries.app,
        screens.map((one) => entries[one]),
        context,
      );
    without.set(nameOf(screens), reached);
    return reached.has(id);
  };
  let drawing: ReadonlySet<string> | undefined;
  // The renderer has a separate chunk because it changes only with three.js releases. The index names all other modules
  // of three.js; the bundler knows best which of them are used.
  const three = {
    debugName: 'three',
    includeDependenciesRecursively: false,
    name: (id: string, context: ChunkingContext) => {
      drawing ??= listNeeded(RENDERER, context);
      return drawing.has(id) ? 'three' : null;
    },
  };
  const groups = SETS.map((screens) => ({
    debugName: nameOf(screens),
    includeDependenciesRecursively: false,
    name: (id: string, context: ChunkingContext) =>
      !THREE.test(id) && nameOf(setOf(id, context)) === nameOf(screens) && !isShared(id, context)
        ? nameOf(screens)
        : null,
  }));
  return [three, ...groups];
}

const nameOf = (screens: readonly FirstScreen[]) => screens.join('-');

/** All static imports of a module, recursively; dynamic imports are excluded. */
function listNeeded(entry: string, context: ChunkingContext): ReadonlySet<string> {
  return walk(entry, (id) => context.getModuleInfo(id)?.importedIds ?? []);
}

/** All modules reachable from a page without opening some of its screens. */
function listReached(
  entry: string,
  closed: readonly string[],
  context: ChunkingContext,
): ReadonlySet<string> {
  return walk(entry, (id) => {
    const info = closed.includes(id) ? null : context.getModuleInfo(id);
    return info ? [...info.importedIds, ...info.dynamicallyImportedIds] : [];
  });
}

function walk(entry: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!seen.has(id)) {
      seen.add(id);
      open.push(...next(id));
    }
  }
  return seen;
}
