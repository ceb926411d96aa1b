import { Vector3 } from 'three';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import type { Interactions } from '../viewer/interactions/open-interactions.ts';
import type { Tour } from '../viewer/open-tour.ts';
import type { SceneOptions } from '../viewer/options/scene-options.ts';
import type { PublicScene } from '../viewer/public-scene.ts';
import {
  type EmbedMessage,
  type HostMessage,
  type Point,
  PROTOCOL,
  readHostMessage,
} from './host-message.ts';

/** Parts of an embed that the embedding page can control. */
export type HostedScene = {
  canvas: SceneCanvas;
  tour: Tour;
  /** Null for a scene without options. */
  options: SceneOptions | null;
  interactions: Interactions;
  scene: PublicScene;
  /** Ends a walk before the camera moves elsewhere. */
  stopWalking: () => void;
};

/** Smallest interval between camera messages. */
const CAMERA_MS = 100;
const DIGITS = 1_000;
/** Largest number of messages that wait for the first one of the page; the oldest are dropped. */
const MAX_WAITING = 50;

/**
 * Exchanges messages with the embedding page by the protocol of `docs/embed.md`. Only the parent frame is accepted. It
 * receives messages at its origin, after its first message.
 */
export class HostLink {
  readonly #hosted: HostedScene;
  #origin: string | null = null;
  /** Messages from before the first one of the page. */
  readonly #waiting: EmbedMessage[] = [];
  #stopCamera: (() => void) | null = null;
  /** The combination that was sent last, as JSON. */
  #sentChoices = '';

  constructor(hosted: HostedScene) {
    this.#hosted = hosted;
    window.addEventListener('message', this.#handleMessage);
    const { options } = hosted;
    options?.subscribe((_document, _change, isOther) => void this.#postChoices(options, isOther));
    // The greeting contains no secret: the embedding page knows the scene's address.
    this.#send(this.#greeting(), '*');
  }

  /** Sends a message to the embedding page, once it has announced itself. */
  post(message: EmbedMessage): void {
    if (this.#origin !== null) {
      this.#send(message, this.#origin);
      return;
    }
    this.#waiting.push(message);
    this.#waiting.splice(0, this.#waiting.length - MAX_WAITING);
  }

  readonly #handleMessage = ({ source, origin, data }: MessageEvent): void => {
    const message = source === window.parent ? readHostMessage(data) : null;
    if (message === null) {
      return;
    }
    this.#origin = origin === 'null' ? '*' : origin;
    if (message === 'malformed') {
      this.post({ type: 'refused', reason: 'malformed' });
    } else if (message.type === 'hello') {
      this.post(this.#greeting());
    }
    for (const waiting of this.#waiting.splice(0)) {
      this.post(waiting);
    }
    if (message !== 'malformed') {
      this.#perform(message);
    }
  };

  #perform(message: HostMessage): void {
    const { canvas, tour, stopWalking } = this.#hosted;
    switch (message.type) {
      case 'hello':
        if (this.#hosted.options) {
          void this.#postChoices(this.#hosted.options);
        }
        return;
      case 'reset':
        stopWalking();
        tour.go(null);
        canvas.camera.reset();
        return;
      case 'look':
        stopWalking();
        tour.rest();
        canvas.rig.look(
          { position: new Vector3(...message.position), target: new Vector3(...message.target) },
          { isSmooth: message.isSmooth },
        );
        return;
      case 'annotation':
        stopWalking();
        this.#openAnnotation(message.index);
        return;
      case 'follow-camera':
        this.#followCamera(message.isOn);
        return;
      case 'choose':
        this.#choose(message.choices);
        return;
      case 'scroll':
        this.#hosted.interactions.scroll(message.position);
    }
  }

  async #openAnnotation(index: number | null): Promise<void> {
    if (!(await this.#hosted.tour.go(index))) {
      this.post({ type: 'refused', reason: 'unavailable' });
    }
  }

  /** Applies choices that the page names as the `choices` message does; each is answered. */
  #choose(choices: Readonly<Record<string, string>>): void {
    const { options } = this.#hosted;
    if (options && options.list.length > 0) {
      options.chooseNamed(new URLSearchParams(choices));
    } else {
      this.post({ type: 'refused', reason: 'unavailable' });
    }
  }

  /**
   * Sends the chosen combination with a picture of it, once its files have loaded and it has been drawn. A combination
   * that is replaced meanwhile is not sent.
   * @param isAsked - otherwise it is sent only if it differs from the last one, as while the scene is edited
   */
  async #postChoices(options: SceneOptions, isAsked = true): Promise<void> {
    const { canvas, scene } = this.#hosted;
    const combination = { ...options.article, choices: options.named };
    const text = JSON.stringify(combination);
    if (options.list.length === 0 || (!isAsked && text === this.#sentChoices)) {
      return;
    }
    this.#sentChoices = text;
    const picture = await pictureOf(canvas);
    if (text !== this.#sentChoices) {
      return;
    }
    const link = new URL(scene.standalone?.pageUrl ?? `/view/${scene.uuid}`, location.href);
    link.search = String(new URLSearchParams(combination.choices));
    this.post({ type: 'choices', ...combination, link: link.href, picture });
  }

  #followCamera(isOn: boolean): void {
    this.#stopCamera?.();
    this.#stopCamera = null;
    if (!isOn) {
      return;
    }
    const { canvas } = this.#hosted;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const postCamera = () => {
      timer = null;
      const { position, target } = canvas.rig.view;
      this.post({ type: 'camera', position: pointOf(position), target: pointOf(target) });
    };
    const stop = canvas.onDrawn(() => {
      timer ??= setTimeout(postCamera, CAMERA_MS);
    });
    this.#stopCamera = () => {
      stop();
      clearTimeout(timer ?? undefined);
    };
    postCamera();
  }

  #greeting(): EmbedMessage {
    const { scene, tour } = this.#hosted;
    return {
      type: 'ready',
      scene: scene.uuid,
      name: scene.name,
      annotations: tour.length,
      options: this.#hosted.options?.described ?? [],
    };
  }

  #send(message: EmbedMessage, origin: string): void {
    window.parent.postMessage({ diorama: PROTOCOL, ...message }, origin);
  }
}

/** Width of a picture of a combination, in pixels. */
const PICTURE_WIDTH = 480;
/** Longest wait for files, in milliseconds. */
const FILES_MS = 10_000;
/** Longest wait for a frame, in milliseconds; hidden pages draw none. */
const FRAME_MS = 1_000;

/** A JPEG of the view with all files as a data URL; null where files are late or no frame is drawn. */
async function pictureOf(canvas: SceneCanvas): Promise<string | null> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), FILES_MS);
  // Until a model has loaded, its node shows the previous one.
  const loaded = await Promise.race([canvas.view.ready(), late.promise]);
  clearTimeout(timer);
  return loaded === 'late' ? null : await nextFrameOf(canvas);
}

/** A JPEG of the next frame as a data URL; null where none is drawn. */
function nextFrameOf(canvas: SceneCanvas): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (picture: string | null) => {
      stop();
      clearTimeout(timer);
      resolve(picture);
    };
    const timer = setTimeout(() => end(null), FRAME_MS);
    // WebGL keeps its pixels only in the task that drew them.
    const stop = canvas.onDrawn(() => end(reduce(canvas.element)));
    canvas.invalidate();
  });
}

function reduce(source: HTMLCanvasElement): string | null {
  const small = document.createElement('canvas');
  small.width = PICTURE_WIDTH;
  small.height = Math.round((PICTURE_WIDTH * source.height) / source.width);
  const context = small.getContext('2d');
  context?.drawImage(source, 0, 0, small.width, small.height);
  return context && small.toDataURL('image/jpeg', 0.8);
}

function pointOf({ x, y, z }: Vector3): Point {
  const round = (value: number) => Math.round(value * DIGITS) / DIGITS;
  return [round(x), round(y), round(z)];
}
