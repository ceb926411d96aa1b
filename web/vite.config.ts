import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { groupFirstParts } from './chunks.ts';
import { evaluateModule } from './evaluate-module.ts';
import { shortShaders } from './short-shaders.ts';
import { singleModules } from './single-modules.ts';

const LEFT_OUT: readonly RegExp[] = [
  // JSON Schema conversion, which every schema of zod carries along. Only the gateway publishes such documents.
  /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/,
  // Coloured printing of Yjs documents for debugging, with its own console.
  /\/lib0\/logging\.js$/,
];

const NAME = /^export (?:const|function|class) (\w+)/gm;

/** Aliases, and re-exports of another module. */
const ALIASES = /^export \{[^}]*\}.*$/gm;

const page = (name: string) => `${import.meta.dirname}/${name}.html`;

/** Modules that draw a scene on a public page. */
const SCENE = ['src/viewer/open-scene.ts'];

const APP = groupFirstParts({
  root: import.meta.dirname,
  // Nearly every page shows alerts.
  pages: { app: ['src/main.tsx', 'src/components/feedback/alert.tsx'] },
  common: { workspace: ['src/screens/workspace.tsx'], scene: SCENE, live: ['src/viewer/live/open-live.ts'] },
  rest: { editor: ['src/editor/editor-page.tsx'], upgrade: ['src/screens/upgrade/upgrade-screen.tsx'] },
});

/** Chunks of pages that show a scene: few, so that they compress well. */
const chunksOf = (pages: Record<string, readonly string[]>) => ({
  codeSplitting: { groups: groupFirstParts({ root: import.meta.dirname, pages, common: { scene: SCENE } }) },
});

/** Folder of the code in a downloaded page. */
const STANDALONE_CODE = 'code';

/**
 * One page per surface: the app, the public viewer, the embed (no React), the page of downloaded scenes and the
 * headless stage. They are separate builds, because a chunk contains all exports of a module that any page of its
 * build uses. Otherwise visitors would download the editor's parts of three.js, and everyone those of the stage.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    evaluateModule('/src/api/route-table.ts'),
    evaluateModule('/src/viewer/visitor-paths.ts'),
    shortShaders(),
    // The stage is never downloaded.
    singleModules('client', 'visitors', 'standalone'),
    stubUnused(),
    tailwindcss(),
    react(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    // The chunk that draws scenes is the largest.
    chunkSizeWarningLimit: 1_000,
    // Browsers without preloading fetch the same modules a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: { onLog: refuseEagerCode },
  },
  experimental: {
    // A downloaded page works below any path. Pages of the gateway have paths of any depth.
    renderBuiltUrl: (name) => (name.startsWith(`${STANDALONE_CODE}/`) ? { relative: true } : undefined),
  },
  environments: {
    client: {
      build: {
        rolldownOptions: { input: { app: page('index') }, output: { codeSplitting: { groups: APP } } },
      },
    },
    stage: {
      consumer: 'client',
      build: { outDir: 'dist', emptyOutDir: false, rolldownOptions: { input: { stage: page('stage') } } },
    },
    visitors: {
      consumer: 'client',
      build: {
        outDir: 'dist',
        emptyOutDir: false,
        rolldownOptions: {
          input: { view: page('view'), embed: page('embed') },
          output: chunksOf({ view: ['src/viewer/main.tsx'], embed: ['src/embed/main.ts'] }),
        },
      },
    },
    standalone: {
      consumer: 'client',
      build: {
        outDir: 'dist/standalone',
        assetsDir: STANDALONE_CODE,
        copyPublicDir: false,
        rolldownOptions: {
          input: { page: page('page') },
          output: chunksOf({ page: ['src/embed/standalone.ts'] }),
        },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) {
        await builder.build(environment);
      }
    },
  },
});

/**
 * Fails the build for code that is imported both later and at once, which users would download at once.
 * @throws Error with the bundler's message
 */
function refuseEagerCode(
  level: Rolldown.LogLevel,
  log: Rolldown.RolldownLog,
  report: Rolldown.LogOrStringHandler,
): void {
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') {
    throw new Error(log.message);
  }
  report(level, log);
}

/** Stands for `module` of Node, which HarfBuzz imports where it runs under Node. */
const NO_MODULE = '\0no-module';

/** Empties functions of libraries that pages import but never call. */
function stubUnused(): Plugin {
  return {
    name: 'diorama:stub-unused',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'module' ? NO_MODULE : null),
    load: (id) => (id === NO_MODULE ? 'export const createRequire = undefined;' : null),
    transform: (code, id) => {
      if (!LEFT_OUT.some((module) => module.test(id))) {
        return null;
      }
      const names = [...code.matchAll(NAME)].map(([, name]) => name);
      const left = names.map((name) => `export const ${name} = () => undefined;`);
      const aliases = [...code.matchAll(ALIASES)].map(([line]) => line);
      return { code: [...left, ...aliases].join('\n'), map: null };
    },
  };
}
