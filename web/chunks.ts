import { join } from 'node:path';

/** What rolldown lets a group's `name` ask of a module. */
type ChunkingContext = {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
};
type Group = {
  debugName: string;
  priority: number;
  name: (id: string, context: ChunkingContext) => string | null;
};

/**
 * The screens that people open first, each with all that it cannot start without. Left to itself the bundler makes a chunk
 * for every set of screens that share a module: a hundred files of a few hundred bytes, which compress badly.
 */
const FIRST_SCREENS = {
  app: 'src/main.tsx',
  scene: 'src/stage/main.ts',
  workspace: 'src/screens/workspace.tsx',
  editor: 'src/editor/editor-page.tsx',
} as const;

type FirstScreen = keyof typeof FIRST_SCREENS;

/** Whatever the app needs is there before any of its screens, so it matters only whether the headless stage needs it too. */
const SETS: readonly (readonly FirstScreen[])[] = [
  ['app', 'scene'],
  ['app'],
  ['scene', 'workspace', 'editor'],
  ['scene', 'workspace'],
  ['scene', 'editor'],
  ['workspace', 'editor'],
  ['scene'],
  ['workspace'],
  ['editor'],
];

/** It changes with releases of its own, not with ours. */
const THREE = /[\\/]node_modules[\\/]three[\\/]build[\\/]/;

/**
 * One chunk for each set of first screens that share modules, for rolldown's `output.codeSplitting.groups` of one build.
 * What a module imports is needed by at least the screens that need the module, so larger sets come first: a group takes
 * along what its modules import.
 * @param root - the folder of the pages
 */
export function groupFirstScreens(root: string): Group[] {
  let needed: Record<FirstScreen, ReadonlySet<string>> | undefined;
  const setOf = (id: string, context: ChunkingContext): string => {
    needed ??= {
      app: listNeeded(join(root, FIRST_SCREENS.app), context),
      scene: listNeeded(join(root, FIRST_SCREENS.scene), context),
      workspace: listNeeded(join(root, FIRST_SCREENS.workspace), context),
      editor: listNeeded(join(root, FIRST_SCREENS.editor), context),
    };
    const { app, scene, workspace, editor } = needed;
    const isSaved = app.has(id);
    return nameOf([
      ...(isSaved ? (['app'] as const) : []),
      ...(scene.has(id) ? (['scene'] as const) : []),
      ...(!isSaved && workspace.has(id) ? (['workspace'] as const) : []),
      ...(!isSaved && editor.has(id) ? (['editor'] as const) : []),
    ]);
  };
  const groups = SETS.map((screens, index) => ({
    debugName: nameOf(screens),
    priority: SETS.length - index,
    name: (id: string, context: ChunkingContext) =>
      setOf(id, context) === nameOf(screens) ? nameOf(screens) : null,
  }));
  const three = {
    debugName: 'three',
    priority: SETS.length + 1,
    name: (id: string, context: ChunkingContext) => (THREE.test(id) && setOf(id, context) ? 'three' : null),
  };
  return [three, ...groups];
}

const nameOf = (screens: readonly FirstScreen[]) => screens.join('-');

/** All that a module imports, and what that imports, but for what is fetched later. */
function listNeeded(entry: string, context: ChunkingContext): ReadonlySet<string> {
  const needed = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (!needed.has(id)) {
      needed.add(id);
      open.push(...(context.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return needed;
}
