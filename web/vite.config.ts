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
      input: {
        app: `${import.meta.dirname}/index.html`,
        view: `${import.meta.dirname}/view.html`,
        embed: `${import.meta.dirname}/embed.html`,
        stage: `${import.meta.dirname}/stage.html`,
      },
    },
  },
});
