import {
  isRepeated,
  ownerOf,
  sourceIdOf,
  sourceInRepeats,
} from '@diorama/shared/scene/copies/generated-id.ts';
import type { Interaction, SceneDocument } from '@diorama/shared/scene/document.ts';
import { interactionsOf } from '@diorama/shared/scene/interactions/interactions.ts';
import { type ResolvedNode, resolveScene } from '@diorama/shared/scene/resolve.ts';
import { ScenePicker } from '../../scene/picker.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { rayThrough } from '../../scene/viewport-rays.ts';
import { element } from '../dom.ts';
import { fetchPageTranslate } from '../page-language.ts';
import { listenToTaps } from '../taps.ts';
import './interactions.css';

type Rows = readonly (Interaction & { id: string })[];
type Place = { x: number; y: number };

type NodeTargetsContext = {
  host: HTMLElement;
  canvas: SceneCanvas;
  run: (interactions: Rows, cause: { node: string | null; isClick?: boolean }) => void;
  /** Takes toggles back. */
  revert: (interactions: Rows, node: string | null) => void;
  isActive: (state: string, node: string | null) => boolean;
};

/** Interactions of a stored node, or of the whole scene for null. */
type Reactions = { clicks: Rows; hovers: Rows };

/** A shown node with its interactions, or those of its source; null is the whole scene. */
type Target = Reactions & { node: string | null };

/** Number of buttons that are on the page at once, so that thousands of targets cost nothing. */
const BUTTONS = 100;

const t = await fetchPageTranslate();

/**
 * Nodes that react to a pointer. For keyboards and screen readers, each also has a button.
 * The list of buttons appears when one of them gets the focus, and is turned over like pages.
 */
export class NodeTargets {
  readonly #context: NodeTargetsContext;
  readonly #picker: ScenePicker;
  readonly #list = element('div', { className: 'scene-buttons' });
  readonly #back = this.#pageButton();
  readonly #next = this.#pageButton();
  readonly #buttons = new Map<string | null, HTMLButtonElement>();
  readonly #abort = new AbortController();
  #reactions: ReadonlyMap<string | null, Reactions> = new Map();
  /** The shown nodes; none for a scene without interactions. */
  #nodes: ReadonlyMap<string, ResolvedNode> = new Map();
  #hovered: Target | null = null;
  /** Number of the target whose button is the first one in the list. */
  #first = 0;

  constructor(context: NodeTargetsContext) {
    const { host, canvas } = context;
    this.#context = context;
    this.#picker = new ScenePicker(canvas.view);
    this.#list.role = 'group';
    this.#list.ariaLabel = t('interactions');
    this.#list.append(this.#back, this.#next);
    host.append(this.#list);
    const { signal } = this.#abort;
    listenToTaps(
      canvas.element,
      { onTap: (at) => this.#click(this.#targetAt(at)), onMove: this.#hover },
      signal,
    );
  }

  /** Shows the targets of another version of the scene, with its generated nodes. */
  setDocument(document: SceneDocument): void {
    const clicks = Map.groupBy(interactionsOf(document, 'click'), ({ node }) => node);
    const hovers = Map.groupBy(interactionsOf(document, 'hover'), ({ node }) => node);
    const nodes = new Set([...clicks.keys(), ...hovers.keys()]);
    this.#reactions = new Map(
      [...nodes].map((node) => [node, { clicks: clicks.get(node) ?? [], hovers: hovers.get(node) ?? [] }]),
    );
    this.#nodes = nodes.size === 0 ? new Map() : resolveScene(document);
    this.#showButtons();
  }

  dispose(): void {
    this.#abort.abort();
    this.#list.remove();
    this.#context.canvas.element.style.cursor = '';
  }

  /** The target of the hit node or of its nearest ancestor that has one, else of the whole scene. */
  #targetAt(at: Place): Target | null {
    const { canvas, host } = this.#context;
    const isTaken = ['is-measuring', 'is-commenting'].some((name) => host.classList.contains(name));
    if (this.#reactions.size === 0 || isTaken) {
      return null;
    }
    const hit = this.#picker.pick(rayThrough(canvas.rig.camera, canvas.size, at));
    // A copy within a repeat reacts like its source.
    for (
      let id = hit ? sourceInRepeats(hit.id) : null;
      id !== null;
      id = this.#nodes.get(id)?.parent ?? null
    ) {
      const target = this.#targetOf(id);
      if (target) {
        return target;
      }
    }
    return this.#targetOf(null);
  }

  #targetOf(node: string | null): Target | null {
    const reactions = this.#reactions.get(node && sourceIdOf(node));
    return reactions ? { node, ...reactions } : null;
  }

  #click(target: Target | null): void {
    if (target && target.clicks.length > 0) {
      this.#context.run(target.clicks, { node: target.node, isClick: true });
      this.#showPressed();
    }
  }

  readonly #hover = (at: Place | null): void => {
    const target = at && this.#targetAt(at);
    this.#context.canvas.element.style.cursor =
      target?.node != null && target.clicks.length > 0 ? 'pointer' : '';
    this.#enter(target);
  };

  #enter(target: Target | null): void {
    const before = this.#hovered;
    if (before?.node === target?.node && (before === null) === (target === null)) {
      return;
    }
    this.#hovered = target;
    this.#context.revert(before?.hovers ?? [], before?.node ?? null);
    this.#context.run(target?.hovers ?? [], { node: target?.node ?? null });
  }

  /** Keeps the buttons that exist, as one of them may have the focus. */
  #showButtons(): void {
    const reacting = [...this.#nodes.values()].flatMap(({ id, visible }) =>
      visible && !isRepeated(id) ? (this.#targetOf(id) ?? []) : [],
    );
    const targets = [this.#targetOf(null) ?? [], reacting].flat();
    const focused = targets.findIndex(({ node }) => this.#buttons.get(node)?.matches(':focus'));
    this.#first = firstOfPage(focused < 0 ? Math.min(this.#first, targets.length - 1) : focused);
    const shown = targets.slice(this.#first, this.#first + BUTTONS);
    for (const [node, button] of this.#buttons) {
      if (!shown.some((target) => target.node === node)) {
        button.remove();
        this.#buttons.delete(node);
      }
    }
    for (const [i, { node }] of shown.entries()) {
      const button = this.#buttons.get(node) ?? this.#button(node);
      button.textContent = this.#nameOf(node) || t('interactions.unnamed', { number: this.#first + i + 1 });
      // The button to the page before is the first child.
      if (this.#list.children[i + 1] !== button) {
        this.#list.insertBefore(button, this.#list.children[i + 1] ?? null);
      }
    }
    this.#showPages(targets.length);
    this.#list.hidden = shown.length === 0;
    this.#showPressed();
  }

  #showPages(total: number): void {
    for (const [button, first] of [
      [this.#back, this.#first - BUTTONS],
      [this.#next, this.#first + BUTTONS],
    ] as const) {
      button.hidden = first < 0 || first >= total;
      button.value = String(first);
      const last = Math.min(first + BUTTONS, total);
      button.textContent = t('interactions.page', { first: first + 1, last, total });
    }
  }

  /** A button that shows the targets from the number in its value on. */
  #pageButton(): HTMLButtonElement {
    const button = element('button', {});
    button.type = 'button';
    button.addEventListener('click', () => {
      this.#first = Number(button.value);
      this.#showButtons();
      this.#list.querySelector<HTMLButtonElement>('button:not([value])')?.focus();
    });
    return button;
  }

  #button(node: string | null): HTMLButtonElement {
    const button = element('button', {});
    button.type = 'button';
    const target = () => this.#targetOf(node);
    button.addEventListener('click', () => this.#click(target()));
    button.addEventListener('focus', () => this.#enter(target()));
    button.addEventListener('blur', () => this.#enter(null));
    this.#buttons.set(node, button);
    return button;
  }

  /** Text alternative or name of the node and of the instances around it, and names of its interactions. */
  #nameOf(node: string | null): string {
    const target = this.#targetOf(node);
    const around: string[] = [];
    for (let id = node; id !== null; id = ownerOf(id)) {
      const shown = this.#nodes.get(id)?.node;
      around.unshift(shown?.description || shown?.name || '');
    }
    const names = [...(target?.clicks ?? []), ...(target?.hovers ?? [])].map(({ name }) => name);
    return [...new Set([...around, ...names])].filter((name) => name !== '').join(' · ');
  }

  /** Buttons that only toggle a state are pressed while it is active. */
  #showPressed(): void {
    for (const [node, button] of this.#buttons) {
      const states = (this.#targetOf(node)?.clicks ?? []).flatMap(({ actions }) =>
        actions.flatMap((one) =>
          one.kind === 'state' && one.toggles && one.state !== null ? [one.state] : [],
        ),
      );
      const isActive = states.every((state) => this.#context.isActive(state, node));
      button.ariaPressed = states.length > 0 ? String(isActive) : null;
    }
  }
}

const firstOfPage = (target: number) => Math.max(0, target - (target % BUTTONS));
