import '../theme/global.css';
import '../theme/static-frame.css';
import './stage.css';
import './controls.css';
import './viewer.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preventDropNavigation } from '../prevent-drop-navigation.ts';
import { removeStaticFrame } from '../remove-static-frame.ts';
import { languageOf } from './language.ts';
import { pageTranslateOf } from './page-language.ts';
import { fetchPublicScene, uuidOfPath } from './public-scene.ts';
import { ViewerApp } from './viewer-app.tsx';

const uuid = uuidOfPath(location.pathname);
const language = languageOf(location.pathname, navigator.languages);
document.documentElement.lang = language;

// Both are requested before React starts, as users see the poster first and then the scene. The later import reports a
// failure.
const first = fetchPublicScene(uuid);
import('../scene/scene-canvas.ts').catch(() => undefined);
preventDropNavigation(window);
const root = document.getElementById('root');

if (root) {
  removeStaticFrame(root);
  createRoot(root).render(
    <StrictMode>
      <ViewerApp uuid={uuid} t={pageTranslateOf(language)} first={first} />
    </StrictMode>,
  );
}
