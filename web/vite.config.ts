import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { groupFirstScreens } from './chunks.ts';
import { evaluateModule } from './evaluate-module.ts';
import { leaveOut } from './leave-out.ts';
import { singleIcons } from './single-icons.ts';
import { threeSources } from './three-sources.ts';

const page = (name: string) => `${import.meta.dirname}/${name}.html`;

/** What draws the buttons of both pages for visitors: modules of a few hundred bytes, which compress badly by themselves. */
const SIGNS = {
  name: 'signs',
  test: /[\\/]src[\\/](scene[\\/]glyph|viewer[\\/](dom|icon-button|icon-paths))\.ts$/,
  includeDependenciesRecursively: false,
};

/**
 * One page a surface: the app, the public viewer, the embed (no React) and the headless stage. The app, what visitors
 * fetch and the stage are built apart: a chunk holds all that any page of its build takes from a module, and what only the
 * editor takes from three.js would come to visitors, what only the stage takes to everybody.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    evaluateModule('/src/api/route-table.ts'),
    evaluateModule('/src/viewer/visitor-paths.ts'),
    threeSources('client', 'visitors'),
    singleIcons(),
    leaveOut(),
    react(),
  ],
  // three.js as a whole is the largest chunk.
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 1_000 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: { app: page('index') },
          output: { codeSplitting: { groups: groupFirstScreens(import.meta.dirname) } },
        },
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
          output: { codeSplitting: { groups: [SIGNS] } },
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
