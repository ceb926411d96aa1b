import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { evaluateModule } from './evaluate-module.ts';

/** One page a surface: the app, the public viewer, the embed (no React) and the headless stage. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [evaluateModule('/src/api/route-table.ts'), react()],
  build: {
    target: 'es2023',
    sourcemap: false,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries({
          app: ['index.html', 'src/main.tsx'],
          view: ['view.html', 'src/viewer/main.tsx'],
          embed: ['embed.html', 'src/embed/main.ts'],
          stage: ['stage.html', 'src/stage/main.ts'],
        })
          .filter(([, [, script]]) => existsSync(`${import.meta.dirname}/${script}`))
          .map(([name, [page]]) => [name, `${import.meta.dirname}/${page}`]),
      ),
    },
  },
});
