import '../theme/global.css';
import '../theme/static-frame.css';
import '../viewer/stage.css';
import './embed.css';
import { preventDropNavigation } from '../prevent-drop-navigation.ts';
import { removeStaticFrame } from '../remove-static-frame.ts';
import { fetchTranslate, languageOfPath } from '../viewer/language.ts';
import { offerReload } from '../viewer/offer-reload.ts';
import { readStandaloneScene } from '../viewer/standalone-scene.ts';
import { showNotice, showScene } from './embed-page.ts';

// The page of a downloaded scene: its data and files are beside it, and no gateway is needed.
const language = languageOfPath('', navigator.languages);
document.documentElement.lang = language;

// A prefetch while the data is on its way; the later import reports a failure.
import('../viewer/open-scene.ts').catch(() => undefined);
preventDropNavigation(window);
const root = document.getElementById('root');
const [scene, t] = await Promise.all([readStandaloneScene(), fetchTranslate(language).catch(offerReload)]);

if (root) {
  removeStaticFrame(root);
  if (scene !== null) {
    // Not awaited: code that showScene fetches may be in chunks that import this one, and would wait for its end.
    void showScene(root, scene, t);
  } else {
    showNotice(root, '', { state: 'unreachable' }, t);
  }
}
