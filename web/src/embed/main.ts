import '../theme/global.css';
import '../theme/static-frame.css';
import '../viewer/stage.css';
import './embed.css';
import { preventDropNavigation } from '../prevent-drop-navigation.ts';
import { removeStaticFrame } from '../remove-static-frame.ts';
import { fetchTranslate, languageOfPath } from '../viewer/language.ts';
import { offerReload } from '../viewer/offer-reload.ts';
import { fetchPublicScene, uuidOfPath } from '../viewer/public-scene.ts';
import { showNotice, showScene } from './embed-page.ts';

const uuid = uuidOfPath(location.pathname);
const language = languageOfPath(location.pathname, navigator.languages);
document.documentElement.lang = language;

// A prefetch while the answer is on its way; the later import reports a failure.
import('../viewer/open-scene.ts').catch(() => undefined);
preventDropNavigation(window);
const root = document.getElementById('root');
const [answer, t] = await Promise.all([fetchPublicScene(uuid), fetchTranslate(language).catch(offerReload)]);

if (root) {
  removeStaticFrame(root);
  if (answer.state === 'open') {
    // Not awaited: code that showScene fetches may be in chunks that import this one, and would wait for its end.
    void showScene(root, answer.scene, t);
  } else {
    showNotice(root, uuid, answer, t);
  }
}
