import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type SavedView, savedViewsOf } from '@diorama/shared/scene/saved-views.ts';
import { ScenePicker } from '../scene/picker.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import { element } from './dom.ts';
import { flyToView } from './fly-to-view.ts';
import { iconButton, showIcon } from './icon-button.ts';
import type { ViewerTranslate } from './language.ts';
import './views-menu.css';

/** Dependencies of a menu of views. */
export type ViewsMenuOptions = {
  /** Container of its button, which is the first child. */
  bar: HTMLElement;
  /** Label of its button. */
  className: string;
  canvas: SceneCanvas;
  /** The scene in the visitor's language. */
  document: SceneDocument;
  t: ViewerTranslate;
};

/** Distance between the list and its button, in pixels. */
const GAP = 8;

/** Menu of the views stored in a scene. Plain DOM, as the embed has no React. */
export class ViewsMenu {
  readonly #options: ViewsMenuOptions;
  readonly #picker: ScenePicker;
  readonly #button: HTMLButtonElement;
  readonly #list: HTMLElement;

  constructor(options: ViewsMenuOptions) {
    const { bar, className, canvas, document, t } = options;
    this.#options = options;
    this.#picker = new ScenePicker(canvas.view);
    this.#button = iconButton(className);
    showIcon(this.#button, 'views', t('views'));
    this.#list = element('div', { className: 'views-list' });
    this.#list.popover = 'auto';
    this.#list.role = 'group';
    this.#list.ariaLabel = t('views');
    this.#list.append(...savedViewsOf(document).map((view, i) => this.#line(view, i + 1)));
    this.#list.addEventListener('beforetoggle', () => this.#place());
    this.#button.popoverTargetElement = this.#list;
    bar.prepend(this.#button, this.#list);
  }

  dispose(): void {
    this.#button.remove();
    this.#list.remove();
  }

  #line(view: SavedView, number: number): HTMLButtonElement {
    const name = view.name === '' ? this.#options.t('views.unnamed', { number }) : view.name;
    const line = element('button', {}, name);
    line.type = 'button';
    line.addEventListener('click', () => this.#go(view));
    return line;
  }

  #go(view: SavedView): void {
    this.#list.hidePopover();
    flyToView(this.#options.canvas, view, this.#picker);
  }

  #place(): void {
    const { bottom, right } = this.#button.getBoundingClientRect();
    this.#list.style.top = `${bottom + GAP}px`;
    this.#list.style.right = `${document.documentElement.clientWidth - right}px`;
  }
}
