import './theme/global.css';
import './theme/utilities.css';
import './theme/static-frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createApi, currentLanguage } from './app.tsx';
import { splitLanguage } from './guards/language-of-path.ts';
import { loadCatalogue } from './hooks/use-language.tsx';
import { preventDropNavigation } from './prevent-drop-navigation.ts';
import { removeStaticFrame } from './remove-static-frame.ts';
import { loadWorkspace } from './routes.tsx';

// zod reads this when it loads, later: the content security policy forbids `eval`, and a try would be reported as a
// violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Longest wait for the font; a later change of the font shifts the layout, which is better than a longer wait. */
const FONT_WAIT_MS = 400;

/** Pages with a session but without the workspace's layout, which must load fast. */
const OUTSIDE = /^(?:builder|upgrade|upgrade-completed)\//;

async function start(root: HTMLElement): Promise<void> {
  const api = createApi();
  // A prefetch; components that need the texts wait for the same promise and report its failure.
  loadCatalogue(currentLanguage()).catch(() => undefined);
  if (api.session.get() !== null && !OUTSIDE.test(splitLanguage(window.location.pathname).rest)) {
    loadWorkspace().catch(() => undefined);
  }
  await Promise.race([
    document.fonts.load('1em "Inter Variable"').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, FONT_WAIT_MS)),
  ]);
  removeStaticFrame(root);
  createRoot(root).render(
    <StrictMode>
      <App api={api} />
    </StrictMode>,
  );
}

preventDropNavigation(window);
const root = document.getElementById('root');
if (root !== null) {
  start(root);
}
