import { sourceInRepeats, storedOwnerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import type { Interaction, SceneDocument } from '@diorama/shared/scene/document.ts';
import { interactionsOf } from '@diorama/shared/scene/interactions/interactions.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { resolveHierarchy, resolveScene } from '@diorama/shared/scene/resolve.ts';
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
  run: (interactions: Rows, isClick: boolean) => void;
  /** Takes toggles back. */
  revert: (interactions: Rows) => void;
  isActive: (state: string) => boolean;
};

/** Interactions of one node, or of the whole scene for null. */
type Target = { node: string | null; clicks: Rows; hovers: Rows };

const t = await fetchPageTranslate();

/**
 * Nodes that react to a pointer. For keyboards and screen readers, each also has a button.
 * The list of buttons appears when one of them gets the focus.
 */
export class NodeTargets {
  readonly #context: NodeTargetsContext;
  readonly #picker: ScenePicker;
  readonly #list = element('div', { className: 'scene-buttons' });
  readonly #buttons = new Map<string | null, HTMLButtonElement>();
  readonly #abort = new AbortController();
  #targets: readonly Target[] = [];
  #document: SceneDocument | null = null;
  #parents: ReadonlyMap<string, string | null> = new Map();
  #hovered: Target | null = null;

  constructor(context: NodeTargetsContext) {
    const { host, canvas } = context;
    this.#context = context;
    this.#picker = new ScenePicker(canvas.view);
    this.#list.role = 'group';
    this.#list.ariaLabel = t('interactions');
    host.append(this.#list);
    const { signal } = this.#abort;
    listenToTaps(
      canvas.element,
      { onTap: (at) => this.#click(this.#targetAt(at)), onMove: this.#hover },
      signal,
    );
  }

  /** Shows the targets of another version of the scene. */
  setDocument(document: SceneDocument): void {
    this.#document = document;
    this.#parents = resolveHierarchy(document.nodes).parentOf;
    const clicks = Map.groupBy(interactionsOf(document, 'click'), ({ node }) => node);
    const hovers = Map.groupBy(interactionsOf(document, 'hover'), ({ node }) => node);
    this.#targets = [...new Set([...clicks.keys(), ...hovers.keys()])].map((node) => ({
      node,
      clicks: clicks.get(node) ?? [],
      hovers: hovers.get(node) ?? [],
    }));
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
    if (this.#targets.length === 0 || host.classList.contains('is-measuring')) {
      return null;
    }
    const hit = this.#picker.pick(rayThrough(canvas.rig.camera, canvas.size, at));
    // A copy within a repeat reacts like its source.
    const start = hit ? storedOwnerOf(sourceInRepeats(hit.id)) : null;
    for (let id = start; id !== null; id = this.#parents.get(id) ?? null) {
      const target = this.#targets.find(({ node }) => node === id);
      if (target) {
        return target;
      }
    }
    return this.#targets.find(({ node }) => node === null) ?? null;
  }

  #click(target: Target | null): void {
    if (target && target.clicks.length > 0) {
      this.#context.run(target.clicks, true);
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
    this.#context.revert(before?.hovers ?? []);
    this.#context.run(target?.hovers ?? [], false);
  }

  /** Keeps the buttons that exist, as one of them may have the focus. */
  #showButtons(): void {
    const document = this.#document;
    if (!document) {
      return;
    }
    const resolved = resolveScene(document);
    const shown = this.#targets.filter(({ node }) => node === null || resolved.get(node)?.visible === true);
    for (const [node, button] of this.#buttons) {
      if (!shown.some((target) => target.node === node)) {
        button.remove();
        this.#buttons.delete(node);
      }
    }
    for (const [i, { node }] of shown.entries()) {
      const button = this.#buttons.get(node) ?? this.#button(node);
      button.textContent = this.#nameOf(node) || t('interactions.unnamed', { number: i + 1 });
      if (this.#list.children[i] !== button) {
        this.#list.insertBefore(button, this.#list.children[i] ?? null);
      }
    }
    this.#list.hidden = shown.length === 0;
    this.#showPressed();
  }

  #button(node: string | null): HTMLButtonElement {
    const button = element('button', {});
    button.type = 'button';
    const target = () => this.#targets.find((one) => one.node === node) ?? null;
    button.addEventListener('click', () => this.#click(target()));
    button.addEventListener('focus', () => this.#enter(target()));
    button.addEventListener('blur', () => this.#enter(null));
    this.#buttons.set(node, button);
    return button;
  }

  /** Name of the node, and of its interactions. */
  #nameOf(node: string | null): string {
    const target = this.#targets.find((one) => one.node === node);
    const own = node === null ? undefined : this.#document && ownMember(this.#document.nodes, node)?.name;
    const names = [own, ...[...(target?.clicks ?? []), ...(target?.hovers ?? [])].map(({ name }) => name)];
    return [...new Set(names)]
      .filter((name) => name !== undefined && name !== '' && name !== null)
      .join(' · ');
  }

  /** Buttons that only toggle a state are pressed while it is active. */
  #showPressed(): void {
    for (const { node, clicks } of this.#targets) {
      const states = clicks.flatMap(({ actions }) =>
        actions.flatMap((one) =>
          one.kind === 'state' && one.toggles && one.state !== null ? [one.state] : [],
        ),
      );
      const button = this.#buttons.get(node);
      if (button) {
        button.ariaPressed = states.length > 0 ? String(states.every(this.#context.isActive)) : null;
      }
    }
  }
}
