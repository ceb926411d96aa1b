import { troubleOf } from '../scene/no-webgl.ts';
import { backgroundCss } from '../viewer/background-css.ts';
import { element } from '../viewer/dom.ts';
import { iconButton, showIcon } from '../viewer/icon-button.ts';
import type { ViewerTranslate } from '../viewer/language.ts';
import { licenseOf } from '../viewer/license-of.ts';
import { createPercentage } from '../viewer/loading.ts';
import { askPublicScene, type PublicScene, type SceneAnswer } from '../viewer/public-scene.ts';
import { SceneAssets } from '../viewer/scene-assets.ts';
import type { Extras } from './extras.ts';

/** Problems of a shown scene. */
type Trouble = {
  /** Names of the files that failed. */
  failures: readonly string[];
  isContextLost: boolean;
  /** Whether the code of a part cannot be fetched. */
  isPartLost: boolean;
};

/** Shows a scene: the poster first, then the scene with its name and the AR entry. */
export async function showScene(root: HTMLElement, scene: PublicScene, t: ViewerTranslate): Promise<void> {
  document.title = scene.name;
  const stage = element('main', { className: 'scene-stage' });
  stage.style.background = backgroundCss(scene.document);
  const isReady = () => root.dataset.phase === 'ready';
  const { status, showProgress, showTrouble } = statusLine(t, isReady);
  stage.append(...poster(scene));
  const actions = element('div', { className: 'embed-actions' }, ...fullscreenButton(t));
  let extras: Extras | null = null;
  const foot = footOf(scene, t);
  const choices = element('div', { className: 'embed-options' });
  const aboveFoot = element('div', { className: 'embed-above-foot' }, choices, status);
  root.replaceChildren(stage, actions, aboveFoot, foot);
  const percentage = createPercentage();
  const handleLost = () => showTrouble({ isPartLost: true });
  try {
    const { openScene } = await import('../viewer/open-scene.ts');
    const ask = scene.standalone ? async () => scene : askPublicScene(scene.uuid);
    const files = new SceneAssets(scene.assets, async () => (await ask())?.assets ?? {});
    const { shown, reveal } = await openScene({
      ...{ host: stage, scene, files, t, bar: actions, foot: choices },
      barClass: 'embed-icon',
      onProgress: (progress) => {
        const percent = percentage(progress);
        showProgress(percent === null ? t('loading') : t('loading.percent', { percent }));
      },
      onStep: (step, frameAspect) => {
        stage.style.setProperty('--frame-aspect', String(frameAspect));
        showProgress(t(`loading.${step}`));
      },
      onContext: (isContextLost) => showTrouble({ isContextLost }),
      onLost: handleLost,
      onOpen: (...opened) => extras?.handleOpen(...opened),
      onMessage: (...message) => extras?.handleMessage(...message),
    });
    actions.prepend(resetButton(t, () => shown.canvas.camera.reset()));
    const failures = await reveal();
    performance.mark('first-frame');
    root.dataset.phase = 'ready';
    showTrouble({ failures });
    extras = await import('./extras.ts').then(
      ({ openExtras }) =>
        openExtras({ ...shown, scene, bar: actions, foot, notes: aboveFoot, t, onLost: handleLost }),
      () => {
        handleLost();
        return null;
      },
    );
    // Both post messages, so the extras come first. A failed tour leaves the scene as it is.
    void shown.tour.begin();
    shown.interactions.begin();
  } catch (error) {
    status.replaceChildren(
      ...(troubleOf(error) === 'noWebgl' ? [t('noWebgl')] : [t('unreachable.title'), reloadButton(t)]),
    );
    // AR may work where WebGL does not.
    import('./ar-launcher.ts').then(
      ({ offerAr }) => offerAr({ foot, scene, t, onLaunch: () => undefined }),
      () => undefined,
    );
  }
}

/** Shows why the scene is unavailable, and how to continue. */
export function showNotice(
  root: HTMLElement,
  uuid: string,
  answer: Exclude<SceneAnswer, { state: 'open' }>,
  t: ViewerTranslate,
): void {
  if (answer.state === 'locked') {
    const title = element('h1', {}, t('locked.title', { name: answer.name }));
    root.replaceChildren(
      element('main', { className: 'embed-notice' }, title, pageLink(uuid, t('locked.embed'))),
    );
    return;
  }
  const title = element('h1', {}, t(`${answer.state}.title`));
  const text = element('p', {}, t(`${answer.state}.text`));
  const notice = element('main', { className: 'embed-notice' }, title, text);
  if (answer.state === 'unreachable') {
    notice.append(reloadButton(t));
    window.addEventListener('online', () => location.reload(), { once: true });
  }
  root.replaceChildren(notice);
}

/** Line with the progress of loading, later with the problems of the scene. */
function statusLine(t: ViewerTranslate, isReady: () => boolean) {
  const status = element('p', { className: 'embed-status' }, t('loading'));
  status.setAttribute('role', 'status');
  let trouble: Trouble = { failures: [], isContextLost: false, isPartLost: false };
  return {
    status,
    showProgress: (text: string) => {
      if (!isReady()) {
        status.textContent = text;
      }
    },
    showTrouble: (change: Partial<Trouble>) => {
      trouble = { ...trouble, ...change };
      const { failures, isContextLost, isPartLost } = trouble;
      // A lost context is shown at once, the rest after the progress.
      if (!isReady() && change.isContextLost === undefined) {
        return;
      }
      const texts = [
        ...(failures.length > 0 ? [t('failed', { count: failures.length, name: failures.join(', ') })] : []),
        ...(isPartLost ? [t('outdated')] : []),
      ];
      const text = isContextLost ? t('contextLost') : texts.join(' ');
      status.replaceChildren(...(text === '' ? [] : [text, reloadButton(t)]));
    },
  };
}

function poster({ thumbnail, name }: PublicScene): HTMLElement[] {
  return thumbnail === null ? [] : [element('img', { className: 'scene-poster', src: thumbnail, alt: name })];
}

function footOf(scene: PublicScene, t: ViewerTranslate): HTMLElement {
  const credits = element('div', { className: 'embed-credits' }, titleOf(scene, t), licenseLine(scene, t));
  const made = scene.standalone?.mark;
  return element(
    'footer',
    { className: 'embed-foot' },
    credits,
    ...(made ? [outwardLink(made.url, made.text)] : []),
    ...(scene.watermark === null ? [] : [watermark(scene.watermark)]),
  );
}

/** Creator and terms of a scene. */
function licenseLine(scene: PublicScene, t: ViewerTranslate): HTMLElement {
  const { owner, terms, url } = licenseOf(scene, t);
  const named =
    url === null
      ? element('b', {}, terms)
      : element('a', { href: url, target: '_blank', rel: 'license noopener' }, terms);
  return element('p', { className: 'embed-license' }, element('span', {}, owner), named);
}

/** Link to the scene's page; in a downloaded page its name. */
function titleOf({ uuid, name, standalone }: PublicScene, t: ViewerTranslate): HTMLElement {
  if (standalone) {
    return element('strong', { className: 'embed-title' }, name);
  }
  const title = pageLink(uuid, name);
  title.ariaLabel = t('openPage', { name });
  return title;
}

/** Watermark of the workspace; decorative for screen readers. */
function watermark(src: string): HTMLElement {
  return element('img', { className: 'embed-watermark', src, alt: '' });
}

function pageLink(uuid: string, text: string): HTMLAnchorElement {
  return outwardLink(`/view/${uuid}`, text);
}

function outwardLink(href: string, text: string): HTMLAnchorElement {
  return element('a', { className: 'embed-link', href, target: '_blank', rel: 'noopener' }, text);
}

/** Button that resets the camera, once there is an initial view. */
function resetButton(t: ViewerTranslate, onReset: () => void): HTMLElement {
  const button = iconButton('embed-icon');
  showIcon(button, 'reset', t('resetView'));
  button.addEventListener('click', onReset);
  return button;
}

/** Button that reloads the page, for scenes that cannot be restored. */
function reloadButton(t: ViewerTranslate): HTMLElement {
  const button = element('button', { className: 'embed-link' }, t('reload'));
  button.addEventListener('click', () => location.reload());
  return button;
}

/** Button that toggles fullscreen; none where the embedding page does not allow it. */
function fullscreenButton(t: ViewerTranslate): HTMLElement[] {
  if (!document.fullscreenEnabled) {
    return [];
  }
  const button = iconButton('embed-icon');
  const follow = () => {
    const isFull = document.fullscreenElement !== null;
    showIcon(
      button,
      isFull ? 'leaveFullscreen' : 'enterFullscreen',
      t(isFull ? 'fullscreen.exit' : 'fullscreen'),
    );
  };
  follow();
  document.addEventListener('fullscreenchange', follow);
  button.addEventListener('click', () => {
    const isFull = document.fullscreenElement !== null;
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    // A refusal by the browser leaves the page unchanged, which needs no message.
    change.catch(() => undefined);
  });
  return [button];
}
