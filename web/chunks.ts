import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What rolldown lets a group's `name` ask of a module. */
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
 * The screens that people open first, each with all that it cannot start without. Left to itself the bundler makes a chunk
 * for every set of screens that share a module: a hundred files of a few hundred bytes, which compress badly.
 */
const FIRST_SCREENS = {
  app: 'src/main.tsx',
  workspace: 'src/screens/workspace.tsx',
  editor: 'src/editor/editor-page.tsx',
  upgrade: 'src/screens/upgrade/upgrade-screen.tsx',
} as const;

type FirstScreen = keyof typeof FIRST_SCREENS;
type Needs = Record<FirstScreen, ReadonlySet<string>>;

/** Whatever the app needs is there before any of its screens. */
const SETS: readonly (readonly FirstScreen[])[] = [
  ['app'],
  ['workspace', 'editor', 'upgrade'],
  ['workspace', 'editor'],
  ['workspace', 'upgrade'],
  ['workspace'],
  ['editor'],
  ['upgrade'],
];

const THREE = /[\\/]node_modules[\\/]three[\\/]src[\\/]/;
const RENDERER = fileURLToPath(import.meta.resolve('three/src/renderers/WebGLRenderer.js'));

/**
 * One chunk for each set of first screens that share modules, for rolldown's `output.codeSplitting.groups` of one build.
 * What can be had without the editor is none of its chunk, so that no other page fetches the editor for the sake of one
 * module: of such modules the bundler makes chunks by itself. They import nothing of the editor's, so no two chunks need
 * each other.
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
      app: listNeeded(entries.app, context),
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
    // The workspace is small, and around nearly every page.
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
  // What draws is a chunk of its own, as it changes with releases of its own. Of the rest of three.js the index names all, and
  // the bundler knows better than its imports what is used.
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

/** All that a module imports, and what that imports, but for what is fetched later. */
function listNeeded(entry: string, context: ChunkingContext): ReadonlySet<string> {
  return walk(entry, (id) => context.getModuleInfo(id)?.importedIds ?? []);
}

/** All that can be fetched from a page without opening some of its screens. */
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
