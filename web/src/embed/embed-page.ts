import { troubleOf } from '../scene/no-webgl.ts';
import { backdropCss } from '../viewer/backdrop-css.ts';
import { element } from '../viewer/dom.ts';
import type { Words } from '../viewer/language.ts';
import { createPercentage } from '../viewer/loading.ts';
import { openTour } from '../viewer/open-tour.ts';
import { openViews } from '../viewer/open-views.ts';
import { askPublicScene, namesOfAsset, type PublicScene, type SceneAnswer } from '../viewer/public-scene.ts';
import { SceneAssets } from '../viewer/scene-assets.ts';
import { fullscreenButton, reloadButton, resetButton } from './actions.ts';
import type { Extras } from './extras.ts';

/** Shows a scene: the poster first, then the scene with its name and the AR entry. */
export async function showScene(root: HTMLElement, scene: PublicScene, words: Words): Promise<void> {
  document.title = scene.name;
  const stage = element('main', { className: 'scene-stage' });
  stage.style.background = backdropCss(scene.document);
  const status = element('p', { className: 'embed-status' }, words('loading'));
  status.setAttribute('role', 'status');
  stage.append(...poster(scene));
  const actions = element('div', { className: 'embed-actions' }, ...fullscreenButton(words));
  let extras: Extras | null = null;
  const foot = footOf(scene, words);
  root.replaceChildren(stage, status, actions, foot);
  const percentage = createPercentage();
  try {
    const { SceneCanvas } = await import('../scene/scene-canvas.ts');
    const ask = askPublicScene(scene.uuid);
    const files = new SceneAssets(scene.assets, async () => (await ask())?.assets ?? {});
    const canvas = new SceneCanvas({
      host: stage,
      label: words('canvas', { name: scene.name }),
      document: scene.document,
      assets: files.source,
      onProgress: (progress) => {
        const percent = percentage(progress);
        status.textContent = percent === null ? words('loading') : words('loading.percent', { percent });
      },
      onStep: (step) => {
        status.textContent = words(`loading.${step}`);
      },
      onContext: (isLost) => {
        status.replaceChildren(...(isLost ? [words('contextLost'), reloadButton(words)] : []));
      },
      isHeld: scene.thumbnail !== null,
    });
    const tour = openTour({
      host: stage,
      canvas,
      document: scene.document,
      assets: files.source,
      words,
      onOpen: (...opened) => extras?.handleOpen(...opened),
    });
    actions.prepend(resetButton(words, () => canvas.resetView()));
    openViews({ bar: actions, className: 'embed-icon', canvas, scene, words });
    const failures = await canvas.reveal();
    performance.mark('first-frame');
    const name = failures.map(({ iri }) => namesOfAsset(scene, iri)).join(', ');
    status.replaceChildren(
      ...(failures.length > 0
        ? [words('failed', { count: failures.length, name }), reloadButton(words)]
        : []),
    );
    root.dataset.phase = 'ready';
    extras = await import('./extras.ts').then(
      ({ openExtras }) => openExtras({ canvas, tour, files, scene, host: stage, bar: actions, foot, words }),
      // The scene works without the extras.
      () => null,
    );
  } catch (error) {
    status.replaceChildren(
      ...(troubleOf(error) === 'noWebgl'
        ? [words('noWebgl')]
        : [words('unreachable.title'), reloadButton(words)]),
    );
    // AR may work where WebGL does not.
    import('./ar-door.ts').then(
      ({ offerAr }) => offerAr({ foot, scene, words, onLaunch: () => undefined }),
      () => undefined,
    );
  }
}

/** Shows why the scene is unavailable, and how to continue. */
export function showNotice(
  root: HTMLElement,
  uuid: string,
  answer: Exclude<SceneAnswer, { state: 'open' }>,
  words: Words,
): void {
  if (answer.state === 'locked') {
    const title = element('h1', {}, words('locked.title', { name: answer.name }));
    root.replaceChildren(
      element('main', { className: 'embed-notice' }, title, pageLink(uuid, words('locked.embed'))),
    );
    return;
  }
  const title = element('h1', {}, words(`${answer.state}.title`));
  const text = element('p', {}, words(`${answer.state}.text`));
  const notice = element('main', { className: 'embed-notice' }, title, text);
  if (answer.state === 'unreachable') {
    notice.append(reloadButton(words));
    window.addEventListener('online', () => location.reload(), { once: true });
  }
  root.replaceChildren(notice);
}

function poster({ thumbnail, name }: PublicScene): HTMLElement[] {
  return thumbnail === null ? [] : [element('img', { className: 'scene-poster', src: thumbnail, alt: name })];
}

function footOf(scene: PublicScene, words: Words): HTMLElement {
  const title = pageLink(scene.uuid, scene.name);
  title.ariaLabel = words('openPage', { name: scene.name });
  const mark = scene.watermark === null ? [] : [watermark(scene.watermark)];
  return element('footer', { className: 'embed-foot' }, title, ...mark);
}

/** Watermark of the workspace; decorative for screen readers. */
function watermark(src: string): HTMLElement {
  return element('img', { className: 'embed-watermark', src, alt: '' });
}

function pageLink(uuid: string, text: string): HTMLAnchorElement {
  return element(
    'a',
    { className: 'embed-link', href: `/view/${uuid}`, target: '_blank', rel: 'noopener' },
    text,
  );
}
