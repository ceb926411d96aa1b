import '../theme/global.css';
import './stage.css';
import './controls.css';
import './viewer.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { stayOnDrop } from '../stay-on-drop.ts';
import { languageOf } from './language.ts';
import { pageWordsOf } from './page-language.ts';
import { fetchPublicScene, uuidOfPath } from './public-scene.ts';
import { ViewerApp } from './viewer-app.tsx';

const uuid = uuidOfPath(location.pathname);
const language = languageOf(location.pathname, navigator.languages);
document.documentElement.lang = language;

// Both are requested before React starts, as users see the poster first and then the scene. The later import reports a
// failure.
const first = fetchPublicScene(uuid);
import('../scene/scene-canvas.ts').catch(() => undefined);
stayOnDrop(window);
const root = document.getElementById('root');

if (root) {
  createRoot(root).render(
    <StrictMode>
      <ViewerApp uuid={uuid} words={pageWordsOf(language)} first={first} />
    </StrictMode>,
  );
}
